//! The states of all parameters, with what a step would find out about them anew each time: it is kept until somebody may have changed
//! them.

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
    /// True if that holds for the parameter before it as well, and each two states are both arrays, both numbers, or both absent.
    like: bool,
    /// Which of its first states are numbers, as bits.
    numbers: u64,
}

/// The states of a parameter that has the same states as the one before it, all arrays with `len` numbers side by side.
// Invariant: an array's `len` numbers begin at its base.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a, T> {
    pub(super) len: usize,
    pub(super) bases: &'a [Base<T>],
    numbers: u64,
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
        let mut before: Option<&[StateSlot<T>]> = None;
        for (about, own) in about.iter().zip(self.slots.chunks_exact(count.max(1))) {
            let len = about.folded.len();
            let lines = own.iter().all(|slot| match slot {
                StateSlot::Array(array) => is_line(array.shape(), Some(array.strides()), len),
                StateSlot::Stored(_) => false,
                StateSlot::Absent | StateSlot::Scalar { .. } => true,
            });
            let same_kinds = |before: &[StateSlot<T>]| {
                before.iter().zip(own).all(|(one, other)| std::mem::discriminant(one) == std::mem::discriminant(other))
            };
            let known = self.kept.last().is_some_and(|kept| kept.len == Some(len));
            let like = lines && count <= u64::BITS as usize && known && before.is_some_and(same_kinds);
            let is_number = |(_, slot): &(u32, &StateSlot<T>)| matches!(slot, StateSlot::Scalar { .. });
            let numbers = (0..u64::BITS).zip(own).filter(is_number).fold(0, |bits, (state, _)| bits | 1 << state);
            self.kept.push(Kept { len: lines.then_some(len), like, numbers });
            self.bases.extend(own.iter().map(|slot| match slot {
                StateSlot::Array(array) => Base::new(array.as_ptr().cast_mut()),
                _ => Base::of(&[]),
            }));
            before = Some(own);
        }
    }

    /// The states of a parameter, `count` of them, if it has the same as the one before it.
    #[inline(always)]
    pub(super) fn lines(&self, index: usize, count: usize) -> Option<Lines<'_, T>> {
        let Kept { len: Some(len), like: true, numbers } = *self.kept.get(index)? else { return None };
        Some(Lines { len, bases: self.bases.get(index * count..)?.get(..count)?, numbers })
    }

    /// Sets a scalar state of some parameters in a row, `count` of them with `each` states, see
    /// [`Job::set_scalar`](crate::kernel::Job::set_scalar).
    pub(super) fn set_scalar(&mut self, (first, count): (usize, usize), each: usize, state: usize, to: f64) {
        let to = math::flush(to);
        let as_element = T::cast(to);
        // A number stays a number: what is kept still holds.
        for states in self.slots.chunks_exact_mut(each.max(1)).skip(first).take(count) {
            if let Some(StateSlot::Scalar { value, view }) = states.get_mut(state) {
                (*value, *view) = (to, as_element);
            }
        }
    }
}

impl<T: Float> Lines<'_, T> {
    /// Returns true if all numbers among these states are those among others.
    #[inline(always)]
    pub(super) fn has_numbers_of(&self, own: &[StateSlot<T>], others: &[StateSlot<T>]) -> bool {
        let mut left = self.numbers;
        while left != 0 {
            let state = left.trailing_zeros() as usize;
            left &= left - 1;
            let (Some(StateSlot::Scalar { value: a, .. }), Some(StateSlot::Scalar { value: b, .. })) =
                (own.get(state), others.get(state))
            else {
                return false;
            };
            if a.to_bits() != b.to_bits() {
                return false;
            }
        }
        true
    }
}
