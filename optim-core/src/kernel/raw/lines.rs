//! Parameters that a step processes together. All of their arrays are lines.

use super::base::{Base, Starts};

/// The columns of the parameter and of its gradient. The columns of its states follow.
pub(super) const PARAM: usize = 0;
pub(super) const GRAD: usize = 1;
pub(super) const BEFORE_STATES: usize = 2;

/// The starts of the arrays of parameters that are processed together, see [`Slots`](super::Slots).
// Invariant: each array has as many numbers side by side as the claim of the first has elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineBlock<'a, T> {
    /// The starts of each parameter and of its gradient.
    pub(super) own: &'a [[Base<T>; BEFORE_STATES]],
    /// The starts of the states of each parameter, `each` of them.
    pub(super) states: &'a [Base<T>],
    pub(super) each: usize,
    /// True if all scalars are the same for all of the parameters.
    pub(super) same: bool,
}

impl<'a, T> LineBlock<'a, T> {
    /// No parameters.
    pub(crate) const NONE: Self = Self { own: &[], states: &[], each: 0, same: true };

    /// Number of parameters.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.own.len()
    }

    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.own.is_empty()
    }

    /// The number of parameters with their own scalars: all, or 1 if they are the same for all.
    #[inline(always)]
    pub(crate) const fn different(&self) -> usize {
        if self.same { 1 } else { self.len() }
    }

    /// The parameters in groups of at most `most`.
    pub(super) fn groups(self, most: usize) -> impl Iterator<Item = Self> {
        self.own.chunks(most).enumerate().map(move |(group, own)| {
            let states = &self.states[group * most * self.each..][..own.len() * self.each];
            Self { own, states, ..self }
        })
    }

    /// The starts of the arrays in a column.
    pub(super) fn column(self, column: usize) -> Starts<'a, T> {
        match column.checked_sub(BEFORE_STATES) {
            None => Starts { bases: &self.own.as_flattened()[column..], each: BEFORE_STATES },
            Some(state) => Starts { bases: &self.states[state..], each: self.each },
        }
    }
}
