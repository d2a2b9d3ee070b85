//! Parameters that are done together, all of whose arrays are lines.

use super::base::Base;
use crate::kernel::program::GROUP;

/// The columns of the parameter and of its gradient. Those of its states are behind them.
pub(super) const PARAM: usize = 0;
pub(super) const GRAD: usize = 1;
pub(super) const BEFORE_STATES: usize = 2;

/// Where the arrays of parameters that are done together begin: a row for each, see [`Slots`](super::Slots).
// Invariant: each array has as many numbers side by side as the claim of the first has elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineBlock<'a, T> {
    rows: &'a [Base<T>],
    width: usize,
    len: usize,
    /// True if all numbers of the parameters are the same.
    pub(super) same: bool,
}

impl<'a, T> LineBlock<'a, T> {
    /// No parameters.
    pub(crate) const NONE: Self = Self { rows: &[], width: 1, len: 0, same: true };

    /// Rows of so many bases.
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

    /// How many parameters have numbers of their own: all, or one that has those of all.
    #[inline(always)]
    pub(crate) const fn different(&self) -> usize {
        if self.same { 1 } else { self.len }
    }

    /// A group of them at a time.
    pub(super) fn groups(self) -> impl Iterator<Item = Self> {
        self.rows.chunks(GROUP * self.width).map(move |rows| Self::new(rows, self.width, self.same))
    }

    /// The base of a parameter in a column.
    #[inline(always)]
    pub(super) fn base(self, item: usize, column: usize) -> Base<T> {
        self.rows[item * self.width + column]
    }
}
