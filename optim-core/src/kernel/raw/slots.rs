//! The states of all parameters, with what a step would find out about them again each time: it is kept until somebody may have changed
//! them.

use std::mem::discriminant;
use std::ops::{Deref, DerefMut};

use super::base::Base;
use super::bind::is_line;
use crate::kernel::{Float, Param, StateSlot, math};

/// The states of all parameters of an optimizer, as many slots for each.
// Invariant: `kept` and `bases` are empty, or tell of the slots as they are. Whoever may change more than the numbers in them gets them
// by `deref_mut`, which empties both.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    slots: Vec<StateSlot<T>>,
    /// One for each parameter.
    kept: Vec<Kept>,
    /// Where the array of a slot begins; nowhere for other slots.
    bases: Vec<Base<T>>,
}

/// The states of one parameter.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The number of elements of its arrays, if each is one run of memory in C order, and the parameter has as many elements.
    len: Option<usize>,
    /// True if that holds for the parameter before it as well, both have one group and shape, neither of which ever changes, and each two
    /// states are both arrays, both numbers, or both absent.
    like: bool,
    /// Its states that are numbers lie from one place to another.
    numbers: (usize, usize),
}

/// The states of a parameter that has the same states as the one before it, all arrays with `len` numbers side by side.
// Invariant: an array's `len` numbers begin at its base.
#[derive(Clone, Copy)]
pub(super) struct KeptLines<'a, T> {
    pub(super) len: usize,
    pub(super) bases: &'a [Base<T>],
    numbers: (usize, usize),
}

impl<T> Slots<T> {
    pub(crate) const fn new(slots: Vec<StateSlot<T>>) -> Self {
        Self { slots, kept: Vec::new(), bases: Vec::new() }
    }
}

impl<T> Deref for Slots<T> {
    type Target = [StateSlot<T>];

    #[inline(always)]
    fn deref(&self) -> &[StateSlot<T>] {
        &self.slots
    }
}

impl<T> DerefMut for Slots<T> {
    fn deref_mut(&mut self) -> &mut [StateSlot<T>] {
        self.kept.clear();
        self.bases.clear();
        &mut self.slots
    }
}

/// Arrays of its own.
impl<T: Clone> Clone for Slots<T> {
    fn clone(&self) -> Self {
        Self::new(self.slots.clone())
    }
}

impl<T: Float> Slots<T> {
    /// Finds out about the states of these parameters, unless that is kept.
    pub(super) fn keep(&mut self, about: &[Param<T>]) {
        if self.kept.len() == about.len() {
            return;
        }
        self.kept.clear();
        self.bases.clear();
        let count = self.slots.len() / about.len().max(1);
        let mut before: Option<(&Param<T>, &[StateSlot<T>])> = None;
        for (place, about) in about.iter().enumerate() {
            let own = &self.slots[place * count..][..count];
            let len = about.folded.len();
            let lines = own.iter().all(|slot| match slot {
                StateSlot::Array(array) => is_line(array.shape(), Some(array.strides()), len),
                StateSlot::Stored(_) => false,
                StateSlot::Absent | StateSlot::Scalar { .. } => true,
            });
            let like = |(before, states): (&Param<T>, &[StateSlot<T>])| {
                let kinds = states.iter().zip(own).all(|(one, other)| discriminant(one) == discriminant(other));
                (before.group, before.folded) == (about.group, about.folded) && kinds
            };
            let known = self.kept.last().is_some_and(|kept| kept.len == Some(len));
            let like = lines && known && before.is_some_and(like);
            let is_number = |slot: &StateSlot<T>| matches!(slot, StateSlot::Scalar { .. });
            let first = own.iter().position(is_number).unwrap_or(count);
            let numbers = (first, own.iter().rposition(is_number).map_or(first, |last| last + 1));
            self.kept.push(Kept { len: lines.then_some(len), like, numbers });
            self.bases.extend(own.iter().map(|slot| match slot {
                StateSlot::Array(array) => Base::new(array.as_ptr().cast_mut()),
                _ => Base::of(&[]),
            }));
            before = Some((about, own));
        }
    }

    /// The states of a parameter, `count` of them, if it has the same as the one before it.
    #[inline(always)]
    pub(super) fn lines(&self, index: usize, count: usize) -> Option<KeptLines<'_, T>> {
        let Kept { len: Some(len), like: true, numbers } = *self.kept.get(index)? else { return None };
        Some(KeptLines { len, bases: self.bases.get(index * count..)?.get(..count)?, numbers })
    }

    /// Where the states of a parameter begin, `count` of them, if all arrays are lines of so many elements.
    pub(super) fn bases(&self, index: usize, count: usize, len: usize) -> Option<&[Base<T>]> {
        self.kept.get(index).filter(|kept| kept.len == Some(len))?;
        self.bases.get(index * count..)?.get(..count)
    }

    /// Sets a scalar state of some parameters in a row, `count` of them with `each` states, see
    /// [`Job::set_scalar`](crate::kernel::Job::set_scalar).
    pub(super) fn set_scalar(&mut self, (first, count): (usize, usize), each: usize, state: usize, to: f64) {
        let to = math::flush(to);
        let as_element = T::cast(to);
        // A number stays a number: what is kept still holds.
        let Some(slots) = self.slots.get_mut(first * each + state..).filter(|_| state < each) else { return };
        for slot in slots.iter_mut().step_by(each).take(count) {
            if let StateSlot::Scalar { value, view } = slot {
                (*value, *view) = (to, as_element);
            }
        }
    }
}

impl<T: Float> KeptLines<'_, T> {
    /// Returns true if all numbers among these states are those among others.
    #[inline(always)]
    pub(super) fn has_numbers_of(&self, own: &[StateSlot<T>], others: &[StateSlot<T>]) -> bool {
        let (from, to) = self.numbers;
        let (Some(own), Some(others)) = (own.get(from..to), others.get(from..to)) else { return false };
        // A loop: an iterator's `all` may become a call for each.
        let mut same = true;
        for (one, other) in own.iter().zip(others) {
            same &= is_same(Some(one), Some(other));
        }
        same
    }
}

/// Returns true if two states are not different numbers.
#[inline(always)]
pub(super) fn is_same<T>(one: Option<&StateSlot<T>>, other: Option<&StateSlot<T>>) -> bool {
    match (one, other) {
        (Some(StateSlot::Scalar { value: a, .. }), Some(StateSlot::Scalar { value: b, .. })) => {
            a.to_bits() == b.to_bits()
        }
        _ => true,
    }
}
