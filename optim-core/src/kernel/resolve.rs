//! The resolved walk of a pass: the axes that matter, their order, and the memory it needs.

use super::geometry::Geometry;
use super::raw::Claim;
use super::{Extent, Float, Reduction, Source, Stream};
use crate::shape::Axes;

/// Working memory that a pass needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    /// Partial results.
    pub(crate) partials: usize,
    /// Column sums per desk.
    pub(crate) columns: usize,
}

impl Need {
    /// A partial result for each unit and reduction.
    #[inline(always)]
    pub(crate) fn of(geometry: &Geometry, reductions: usize) -> Self {
        Self { partials: countable(geometry.units.checked_mul(reductions)), columns: 0 }
    }

    /// Requests more partial results, and returns the place of the first.
    pub(crate) fn add_partials(&mut self, more: usize) -> usize {
        add(&mut self.partials, more)
    }

    /// Requests more column sums, and returns the place of the first.
    pub(crate) fn add_columns(&mut self, more: usize) -> usize {
        add(&mut self.columns, more)
    }
}

/// Checks the number of elements that a pass needs. One geometry's fit, but a pass may have any number of reductions.
#[inline(always)]
fn countable(numbers: Option<usize>) -> usize {
    numbers.expect("a pass has no more partial results than memory can hold")
}

fn add(numbers: &mut usize, more: usize) -> usize {
    let first = *numbers;
    *numbers = countable(first.checked_add(more));
    first
}

/// The order in which the axes of full-sized arrays are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they are.
    C,
    /// The last two exchanged, as in Fortran-ordered matrices.
    Swapped,
    /// From the parameter's largest stride to its smallest: for passes that don't tell one element from another.
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
        // This is the common case.
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
        // Random numbers belong to logical indices, and a state of other dimensions may be as large as the parameter, but it is laid
        // out by itself.
        let own = |s: &Stream| {
            matches!(s.source, Source::Draw(_))
                || s.source == Source::Param && claim.rounds_param()
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

    /// The axes as flags, in this order.
    pub(crate) const fn flags(self, axes: Axes) -> [bool; 3] {
        let [batch, row, col] = axes.flags();
        if matches!(self, Self::Swapped) { [batch, col, row] } else { [batch, row, col] }
    }

    /// The sizes of an extent, in this order.
    pub(crate) const fn sizes(self, extent: Extent) -> [usize; 3] {
        let Extent { batch, rows, cols } = extent;
        if matches!(self, Self::Swapped) { [batch, cols, rows] } else { [batch, rows, cols] }
    }
}

/// The index space with axes joined that no stream tells apart. `None` is an axis of length 1.
pub(crate) struct Space {
    sizes: [usize; 3],
    axes: [Option<usize>; 3],
}

/// The two axes that some stream or reduction tells apart.
#[derive(Clone, Copy, Default)]
pub(crate) struct Apart([bool; 3]);

impl Apart {
    /// Adds a stream or reduction that has these axes and not the others.
    #[inline]
    pub(crate) fn note(&mut self, [batch, row, col]: [bool; 3]) {
        self.0[0] |= batch != row;
        self.0[1] |= batch != col;
        self.0[2] |= row != col;
    }

    /// Returns true if nothing tells these two apart.
    #[inline]
    pub(crate) const fn agree(self, a: usize, b: usize) -> bool {
        // 0 and 1, 0 and 2, 1 and 2.
        !self.0[a + b - 1]
    }
}

impl Space {
    /// The index space of a pass.
    pub(crate) fn of<'s, S: Iterator<Item = &'s Stream>>(
        order: Order,
        extent: Extent,
        streams: impl FnOnce() -> S,
        reductions: &[Reduction],
    ) -> Self {
        // Each is asked once.
        let mut apart = Apart::default();
        streams().for_each(|stream| apart.note(order.flags(stream.axes)));
        reductions.iter().for_each(|reduction| apart.note(order.flags(reduction.keep)));
        Self::new(order.sizes(extent), |a, b| apart.agree(a, b))
    }

    /// Returns true if it is a plain line of elements.
    pub(crate) const fn is_line(&self) -> bool {
        self.sizes[0] * self.sizes[1] == 1
    }

    /// Joins neighbouring axes where all `flags` agree on both.
    pub(crate) fn new(sizes: [usize; 3], agree: impl Fn(usize, usize) -> bool) -> Self {
        let mut space = Self { sizes: [1; 3], axes: [None; 3] };
        // From the last axis to the first.
        let mut free = 3;
        for axis in (0..3).rev() {
            if sizes[axis] == 1 {
                continue;
            }
            if free < 3 && space.axes[free].is_some_and(|other| agree(axis, other)) {
                space.sizes[free] *= sizes[axis];
            } else {
                free -= 1;
                space.sizes[free] = sizes[axis];
                space.axes[free] = Some(axis);
            }
        }
        space
    }

    /// The joined axes that a stream has.
    #[inline]
    pub(crate) fn flags(&self, flags: [bool; 3]) -> [bool; 3] {
        self.axes.map(|axis| axis.is_none_or(|axis| flags[axis]))
    }

    /// Its division; `by_column` if numbers are reduced per column.
    pub(crate) fn geometry(&self, by_column: bool) -> Geometry {
        let [batch, rows, cols] = self.sizes;
        if self.is_line() { Geometry::flat(cols) } else { Geometry::matrices(batch, rows, cols, by_column) }
    }
}
