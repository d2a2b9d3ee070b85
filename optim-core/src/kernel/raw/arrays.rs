//! The arrays that a step has found in a model. A contiguous array in C order, as almost all are, is stored as a pointer: a view takes several
//! times the memory, and a step reads all of them.

use std::marker::PhantomData;

use super::base::Base;
use super::layout::is_plain;
use super::origin::Origin;
use super::view::{TensorMut, TensorRef};
use crate::kernel::{Float, Param};
use crate::short_slices::same;

/// The location of an array of a parameter.
// Invariant: as for `Arrays`, of its parameter; who may write it is said elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArrayPlace<'a, T> {
    /// The start of contiguous numbers of the element type in C order, one for each element of the parameter's shape.
    Line(Base<T>),
    Ref(&'a TensorRef<'a, T>),
    Mut(&'a TensorMut<'a, T>),
}

impl<'a, T: Float> ArrayPlace<'a, T> {
    /// A view of it, where the parameter has this shape.
    #[inline(always)]
    pub(super) const fn view(self, shape: &'a [usize]) -> TensorRef<'a, T> {
        match self {
            Self::Line(base) => TensorRef { place: Origin::Native(base), shape, strides: None, data: PhantomData },
            Self::Ref(view) => *view,
            Self::Mut(view) => view.as_ref(),
        }
    }
}

/// A shared or an exclusive view, for [`Arrays`].
// Invariant: what `at` and `look` show is borrowed for as long as the lifetime in the type of the view, not for that of the reference alone. Nobody
// outside of this folder can name what they return.
pub(crate) trait View<T: Float> {
    /// Its location. It is never an [`ArrayPlace::Line`].
    fn at(&self) -> ArrayPlace<'_, T>;

    /// The array as a shared view.
    #[inline(always)]
    fn look(&self) -> TensorRef<'_, T> {
        self.at().view(&[])
    }
}

impl<T: Float> View<T> for TensorRef<'_, T> {
    #[inline(always)]
    fn at(&self) -> ArrayPlace<'_, T> {
        ArrayPlace::Ref(self)
    }
}

impl<T: Float> View<T> for TensorMut<'_, T> {
    #[inline(always)]
    fn at(&self) -> ArrayPlace<'_, T> {
        ArrayPlace::Mut(self)
    }
}

/// The array at one place.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArrayEntry<T> {
    Missing,
    /// The start of contiguous numbers of the element type in C order.
    Line(Base<T>),
    /// An index of `others`.
    Other(usize),
}

impl<T> ArrayEntry<T> {
    /// The start of the array, if it is a line.
    #[inline(always)]
    pub(super) fn line(&self) -> Option<Base<T>> {
        if let Self::Line(base) = self { Some(*base) } else { None }
    }
}

/// An array for each parameter, or for some of them: the necessary parts of views `V`.
// Invariant: an entry that is a line was a view `V` of elements of this type, with the shape that `about` has for the parameter, and stands for it:
// what the view borrowed is borrowed for as long as the lifetime in `V`. No two entries stand for one view, unless it is shared.
#[derive(Debug)]
pub(crate) struct Arrays<'a, V, T> {
    about: &'a [Param],
    entries: Vec<ArrayEntry<T>>,
    others: Vec<V>,
    /// The number of entries without an array.
    missing: usize,
}

/// The parameters of a step.
pub(crate) type ArraysMut<'a, T> = Arrays<'a, TensorMut<'a, T>, T>;
/// Arrays that are only read: gradients, or parameters.
pub(crate) type ArraysRef<'a, T> = Arrays<'a, TensorRef<'a, T>, T>;

impl<'a, V: View<T>, T: Float> Arrays<'a, V, T> {
    /// Reserves memory for arrays of these parameters.
    pub(crate) fn new(about: &'a [Param]) -> Self {
        Self { about, entries: Vec::with_capacity(about.len()), others: Vec::new(), missing: 0 }
    }

    /// All parameters, with and without an array.
    #[inline(always)]
    pub(crate) const fn about(&self) -> &'a [Param] {
        self.about
    }

    /// The place after the last array.
    #[inline(always)]
    pub(crate) const fn end(&self) -> usize {
        self.entries.len()
    }

    /// Number of arrays.
    #[inline(always)]
    pub(crate) const fn count(&self) -> usize {
        self.entries.len() - self.missing
    }

    #[inline(always)]
    pub(crate) fn has(&self, place: usize) -> bool {
        !matches!(self.entries.get(place), None | Some(ArrayEntry::Missing))
    }

    /// Tells for each place if it has an array. The last places may be left out if they have none.
    pub(super) fn all(&self) -> impl Iterator<Item = bool> {
        self.entries.iter().map(|entry| !matches!(entry, ArrayEntry::Missing))
    }

    /// The places with an array.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.all().enumerate().filter(|(_, has)| *has).map(|(place, _)| place)
    }

    /// The parameter whose array [`push`](Self::push) appends.
    #[inline(always)]
    pub(crate) fn next(&self) -> Option<&'a Param> {
        self.about.get(self.entries.len())
    }

    /// Appends the array of the next parameter, or returns it as an error if it has another shape.
    #[inline(always)]
    pub(crate) fn push(&mut self, view: V) -> Result<(), V> {
        let TensorRef { place, shape, strides, .. } = view.look();
        // The capacity is always enough. The check keeps the code that would grow the list out of this function.
        let has_room = self.entries.len() < self.entries.capacity();
        let fits = has_room && self.next().is_some_and(|about| same(&about.shape, shape));
        let entry = match (place, strides) {
            _ if !fits => return Err(view),
            (Origin::Native(base), None) => ArrayEntry::Line(base),
            _ => self.entry_of(view, self.entries.len()),
        };
        self.entries.push(entry);
        Ok(())
    }

    /// Returns the entry of an array that has the shape of the parameter at this place. An array that is not a line goes to `others`.
    #[inline(never)]
    fn entry_of(&mut self, view: V, place: usize) -> ArrayEntry<T> {
        let TensorRef { place: found, shape, strides, .. } = view.look();
        match found {
            Origin::Native(base) if is_plain(shape, strides).0 => ArrayEntry::Line(base),
            _ => {
                // If one array is not a line, most are not.
                if self.others.capacity() == 0 {
                    self.others.reserve_exact(self.about.len() - place);
                }
                self.others.push(view);
                ArrayEntry::Other(self.others.len() - 1)
            }
        }
    }

    /// Sets the array at a place.
    ///
    /// # Panics
    /// If it does not have the shape of the parameter at this place.
    pub(crate) fn set(&mut self, place: usize, view: V) {
        let fits = self.about.get(place).is_some_and(|about| *about.shape == *view.look().shape);
        assert!(fits, "an array has the shape of its parameter");
        if place >= self.entries.len() {
            self.missing += place + 1 - self.entries.len();
            self.entries.resize(place + 1, ArrayEntry::Missing);
        }
        let entry = self.entry_of(view, place);
        let before = std::mem::replace(&mut self.entries[place], entry);
        self.missing -= usize::from(matches!(before, ArrayEntry::Missing));
    }

    /// An entry for each parameter.
    pub(super) fn entries(&mut self) -> &[ArrayEntry<T>] {
        self.missing += self.about.len() - self.entries.len();
        self.entries.resize(self.about.len(), ArrayEntry::Missing);
        &self.entries
    }

    /// The location of the array at a place.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Option<ArrayPlace<'_, T>> {
        match *self.entries.get(place)? {
            ArrayEntry::Missing => None,
            ArrayEntry::Line(base) => Some(ArrayPlace::Line(base)),
            ArrayEntry::Other(other) => Some(self.others[other].at()),
        }
    }

    pub(crate) fn get(&self, place: usize) -> Option<TensorRef<'_, T>> {
        self.at(place).map(|at| at.view(&self.about[place].shape))
    }

    /// All arrays, with their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, TensorRef<'_, T>)> {
        self.places().filter_map(|place| Some((place, self.get(place)?)))
    }
}

impl<T: Float> ArraysRef<'_, T> {
    /// The arrays of some parameters.
    pub(crate) fn only(&self, keep: impl Fn(&Param) -> bool) -> Self {
        let own = |(entry, about): (&ArrayEntry<T>, &Param)| if keep(about) { *entry } else { ArrayEntry::Missing };
        let entries: Vec<_> = self.entries.iter().zip(self.about).map(own).collect();
        let missing = entries.iter().filter(|entry| matches!(entry, ArrayEntry::Missing)).count();
        Self { about: self.about, entries, others: self.others.clone(), missing }
    }
}

impl<'a, T: Float> ArraysMut<'a, T> {
    /// All arrays, writable, with their places.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (usize, TensorMut<'_, T>)> {
        let mut others: Vec<Option<&mut TensorMut<'a, T>>> = self.others.iter_mut().map(Some).collect();
        let entries = self.entries.iter().zip(self.about).enumerate();
        entries.filter_map(move |(place, (entry, about))| match *entry {
            ArrayEntry::Missing => None,
            ArrayEntry::Line(base) => {
                let (base, shape) = (Origin::Native(base), &*about.shape);
                Some((place, TensorMut { place: base, shape, strides: None, data: PhantomData }))
            }
            ArrayEntry::Other(other) => others[other].take().map(|view| (place, view.reborrow())),
        })
    }

    /// Switches the rounding to `bf16` to stochastic rounding, for these parameters.
    pub(crate) fn round_at_random(&mut self, rounds: impl Fn(&Param) -> bool) {
        for (entry, about) in self.entries.iter().zip(self.about) {
            if let ArrayEntry::Other(other) = *entry
                && rounds(about)
            {
                self.others[other].round_at_random();
            }
        }
    }
}
