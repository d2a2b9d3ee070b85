//! The resolved walk of a pass: the axes that it distinguishes, their order, and its memory.

use super::geometry::Geometry;
use super::raw::Claim;
use super::{Extent, Float, Reduction, Source, Stream};
use crate::shape::Axes;

/// Working memory that a pass needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    /// The number of partial results.
    pub(crate) partials: usize,
    /// The number of column sums per worker.
    pub(crate) columns: usize,
}

impl Need {
    /// A partial result for each unit and reduction.
    #[inline(always)]
    pub(crate) fn of(geometry: &Geometry, reductions: usize) -> Self {
        Self { partials: countable(geometry.units.checked_mul(reductions)), columns: 0 }
    }
}

/// Checks that a number of partial results can be counted. It can for one reduction, but a pass may have any number of them.
#[inline(always)]
fn countable(numbers: Option<usize>) -> usize {
    numbers.expect("a pass has no more partial results than memory can hold")
}

/// Adds to the number of needed numbers, and returns the place of the first new one.
pub(crate) fn add(numbers: &mut usize, more: usize) -> usize {
    let first = *numbers;
    *numbers = countable(first.checked_add(more));
    first
}

/// The order in which a pass walks the axes of full-sized arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// C order.
    C,
    /// With the last two axes exchanged, as in matrices in Fortran order.
    Swapped,
    /// From the parameter's largest stride to its smallest, for passes that treat all elements alike.
    Memory,
}

impl Order {
    /// The order of a pass over a part of a parameter.
    #[inline]
    pub(crate) fn of<'s, T: Float>(
        claim: &Claim<'_, T>,
        extent: Extent,
        streams: impl Iterator<Item = &'s Stream> + Clone,
        reductions: &[Reduction],
    ) -> Self {
        // The common case.
        if claim.is_plain() {
            return Self::C;
        }
        claim.order().unwrap_or_else(|| Self::of_pass(claim, extent, streams, reductions))
    }

    /// The best order of a pass over a parameter that is not in C order.
    pub(crate) fn of_pass<'s, T: Float>(
        claim: &Claim<'_, T>,
        extent: Extent,
        mut streams: impl Iterator<Item = &'s Stream> + Clone,
        reductions: &[Reduction],
    ) -> Self {
        let shape = claim.shape();
        let whole = extent.batch == shape.batch() && extent.rows == shape.rows() && extent.cols == shape.cols();
        // Random numbers belong to logical indices. A state of other dimensions may have as many elements as the parameter, but it has its
        // own layout.
        let own = |s: &Stream| {
            matches!(s.source, Source::Draw(_))
                || s.source == Source::Param && claim.param_has_order()
                || s.axes == Axes::Tensor && !claim.is_shaped_like_param(s.source)
        };
        if !whole || streams.clone().any(own) {
            return Self::C;
        }
        let is_scratch = |s: &Stream| s.source.slot().is_some();
        if streams.clone().all(|s| s.axes == Axes::Tensor && !is_scratch(s))
            && reductions.iter().all(|r| r.keep == Axes::Scalar)
        {
            return Self::Memory;
        }
        // The last two axes are the rows and columns unless more than two axes are folded to one matrix.
        if let ([.., row, col], [.., rows, cols]) = (claim.strides().unwrap_or_default(), claim.dims())
            && (*rows, *cols) == (shape.rows(), shape.cols())
            && row.unsigned_abs() < col.unsigned_abs()
            && shape.rows() > 1
            && shape.cols() > 1
            && !streams.any(|s| is_scratch(s) && s.axes == Axes::Tensor)
        {
            return Self::Swapped;
        }
        Self::C
    }

    /// Sorts one item per axis by this order.
    const fn sorted<V: Copy>(self, [batch, row, col]: [V; 3]) -> [V; 3] {
        if matches!(self, Self::Swapped) { [batch, col, row] } else { [batch, row, col] }
    }
}

/// The index space of a pass. Axes that no stream distinguishes are joined to one axis. `None` is an axis of length 1.
pub(crate) struct Space {
    sizes: [usize; 3],
    axes: [Option<usize>; 3],
}

impl Space {
    /// The index space of a pass.
    pub(crate) fn of<'s, S: Iterator<Item = &'s Stream>>(
        order: Order,
        extent: Extent,
        streams: impl FnOnce() -> S,
        reductions: &[Reduction],
    ) -> Self {
        // True if a stream distinguishes the axes 0 and 1, 0 and 2, 1 and 2.
        let mut apart = [false; 3];
        let mut note = |axes: Axes| {
            let [batch, row, col] = order.sorted(axes.flags());
            apart[0] |= batch != row;
            apart[1] |= batch != col;
            apart[2] |= row != col;
        };
        streams().for_each(|stream| note(stream.axes));
        reductions.iter().for_each(|reduction| note(reduction.keep));
        let sizes = order.sorted([extent.batch, extent.rows, extent.cols]);
        let mut space = Self { sizes: [1; 3], axes: [None; 3] };
        // From the last axis to the first, joins neighbours that nothing distinguishes.
        let mut free = 3;
        for axis in (0..3).rev() {
            if sizes[axis] == 1 {
                continue;
            }
            if free < 3 && space.axes[free].is_some_and(|other| !apart[axis + other - 1]) {
                space.sizes[free] *= sizes[axis];
            } else {
                free -= 1;
                space.sizes[free] = sizes[axis];
                space.axes[free] = Some(axis);
            }
        }
        space
    }

    /// Returns true if it is a plain line of elements.
    pub(crate) const fn is_line(&self) -> bool {
        self.sizes[0] * self.sizes[1] == 1
    }

    /// The joined axes that correspond to some axes, in this order.
    #[inline]
    pub(crate) fn walked(&self, order: Order, axes: Axes) -> Axes {
        let flags = order.sorted(axes.flags());
        let has = |axis: Option<usize>| axis.is_none_or(|axis| flags[axis]);
        let [batch, row, col] = self.axes;
        Axes::of_flags([has(batch), has(row), has(col)])
    }

    /// Its division into tiles and units. `by_column` is true if numbers are reduced per column.
    pub(crate) fn geometry(&self, by_column: bool) -> Geometry {
        let [batch, rows, cols] = self.sizes;
        if self.is_line() { Geometry::flat(cols) } else { Geometry::matrices(batch, rows, cols, by_column) }
    }
}
