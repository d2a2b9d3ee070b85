//! Parameters that a step processes together. All of their arrays are lines.

use super::base::Base;
use crate::kernel::program::GROUP;

/// The columns of the parameter and of its gradient. The columns of its states follow.
pub(super) const PARAM: usize = 0;
pub(super) const GRAD: usize = 1;
pub(super) const BEFORE_STATES: usize = 2;

/// The starts of the arrays of parameters that are processed together: a row for each parameter, see [`Slots`](super::Slots).
// Invariant: each array has as many numbers side by side as the claim of the first has elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineBlock<'a, T> {
    rows: &'a [Base<T>],
    width: usize,
    len: usize,
    /// True if all scalars are the same for all of the parameters.
    pub(super) same: bool,
}

impl<'a, T> LineBlock<'a, T> {
    /// No parameters.
    pub(crate) const NONE: Self = Self { rows: &[], width: 1, len: 0, same: true };

    /// Rows of `width` bases each.
    pub(super) const fn new(rows: &'a [Base<T>], width: usize, same: bool) -> Self {
        Self { rows, width, len: rows.len() / width, same }
    }

    /// Number of parameters.
    #[inline(always)]
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of parameters with their own scalars: all, or 1 if they are the same for all.
    #[inline(always)]
    pub(crate) const fn different(&self) -> usize {
        if self.same { 1 } else { self.len }
    }

    /// The parameters in groups of at most [`GROUP`].
    pub(super) fn groups(self) -> impl Iterator<Item = Self> {
        self.rows.chunks(GROUP * self.width).map(move |rows| Self::new(rows, self.width, self.same))
    }

    /// The start of a parameter's array in a column.
    #[inline(always)]
    pub(super) fn base(self, item: usize, column: usize) -> Base<T> {
        self.rows[item * self.width + column]
    }
}
