//! Reductions: fixed lanes within a unit of work, units folded in order.

use super::base::Base;
use super::lane::Plan;
use super::share::Stretch;
use crate::dtype::DType;
use crate::kernel::fold::{
    Accumulators, Join, LANES, Max, Min, Sum, halve, join_all, join_columns, join_each, join_row,
};
use crate::kernel::geometry::{At, Cover, Geometry, Unit};
use crate::kernel::partial::Partial;
use crate::kernel::{Finish, Float, Fold, Reduction, TILE};

/// What is left of a reduction's index space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// One number.
    One,
    /// Every element: nothing is combined.
    Full,
    /// One number per row, column or matrix.
    Row,
    Col,
    Matrix,
}

/// The scratch slot of a reduction's results.
// Invariant: `len` numbers begin at `base`, in a slot that is no other stream's and no other reduction's in this pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<T> {
    base: Base<T>,
    len: usize,
}

impl<T> Slot<T> {
    /// No place at all.
    const NONE: Self = Self { base: Base::new(std::ptr::dangling_mut()), len: 0 };

    /// A slot that only this reduction of the pass uses.
    pub(super) const fn new(numbers: &mut [T]) -> Self {
        Self { len: numbers.len(), base: Base::of_mut(numbers) }
    }

    #[inline(always)]
    fn places(&self, first: usize, n: usize) -> Base<T> {
        assert!(first <= self.len && n <= self.len - first, "a slot has a place for every result");
        self.base.after(first)
    }
}

/// A reduction, resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Red<T> {
    pub(super) kept: Kept,
    pub(super) fold: Fold,
    pub(super) finish: Finish,
    /// Elements per result.
    pub(super) count: f64,
    /// Where results go, unless there is one.
    pub(super) into: Slot<T>,
    /// Where among the notes' partial results its own begin, if it has any.
    pub(super) partial: usize,
    /// Where among a desk's column sums its own begin.
    pub(super) column: usize,
}

impl<T: Float> Red<T> {
    /// Stands where a reduction will be.
    pub(super) const NONE: Self = Self {
        kept: Kept::One,
        fold: Fold::Sum,
        finish: Finish::None,
        count: 0.0,
        into: Slot::NONE,
        partial: 0,
        column: 0,
    };

    /// A reduction of `len` elements to one number.
    #[inline(always)]
    pub(super) fn one(reduction: &Reduction, len: usize) -> Self {
        Self { fold: reduction.fold, finish: reduction.finish, count: len as f64, ..Self::NONE }
    }

    /// Finishes results on their way into a slot. Means of `f32` are multiplied by the reciprocal of the count, whose
    /// error is far below what rounding to `f32` leaves.
    #[inline(always)]
    fn finish_all(&self, results: &[f64], to: &mut [T]) {
        let (count, factor) = (self.count, 1.0 / self.count);
        let exact = T::DTYPE == DType::F64;
        let each = results.iter().zip(to);
        match self.finish {
            Finish::None => each.for_each(|(&x, to)| *to = T::cast(x)),
            Finish::Sqrt => each.for_each(|(&x, to)| *to = T::cast(x.sqrt())),
            Finish::Mean if exact => each.for_each(|(&x, to)| *to = T::cast(x / count)),
            Finish::Mean => each.for_each(|(&x, to)| *to = T::cast(x * factor)),
            Finish::SqrtMean if exact => each.for_each(|(&x, to)| *to = T::cast((x / count).sqrt())),
            Finish::SqrtMean => each.for_each(|(&x, to)| *to = T::cast((x * factor).sqrt())),
        }
    }

    /// The finished result.
    #[inline(always)]
    pub(super) fn result(&self, x: f64) -> f64 {
        self.finish.apply(x, self.count)
    }
}

/// A reduction at a tile.
pub(super) struct Place<'p, 'n, T> {
    pub(super) plan: &'p Plan<'n, T>,
    pub(super) red: &'p Red<T>,
    pub(super) stretch: Stretch<'p>,
}

impl<T: Float> Place<'_, '_, T> {
    /// Takes in the numbers of the tile: one for each of its elements, or none at the end of a run.
    #[inline(never)]
    pub(super) fn take_in(self, numbers: &[f64], lanes: &mut Accumulators, columns: &mut [f64], partials: &[Partial]) {
        self.plan.isa.run(
            #[inline(always)]
            || match self.red.fold {
                Fold::Sum => self.join::<Sum>(numbers, lanes, columns, partials),
                Fold::Max => self.join::<Max>(numbers, lanes, columns, partials),
                Fold::Min => self.join::<Min>(numbers, lanes, columns, partials),
            },
        );
    }

    #[inline(always)]
    fn join<J: Join>(&self, numbers: &[f64], lanes: &mut Accumulators, columns: &mut [f64], partials: &[Partial]) {
        let (geometry, at, unit) = (self.plan.geometry, self.stretch.at(), self.stretch.unit());
        let (rows, cols) = (geometry.rows, geometry.cols);
        match (self.red.kept, geometry.cover) {
            (Kept::One, _) => join_all::<J>(lanes, numbers),
            (Kept::Full, _) => self.emit(numbers),
            (Kept::Row, Cover::Segment(_)) => {
                join_all::<J>(lanes, numbers);
                if at.i + at.n == at.end {
                    let row = at.batch * rows + at.row;
                    let sum = halve::<J>(lanes);
                    *lanes = [J::START; LANES];
                    if geometry.panels == 1 {
                        self.emit(&[sum]);
                    } else {
                        let panel = unit.cols.0 / geometry.panel_cols;
                        partials[self.red.partial + panel * geometry.batch * rows + row].set(sum);
                    }
                }
            }
            (Kept::Row, Cover::Rows(_) | Cover::Matrices(_)) => self.emit_each::<J>(cols, numbers),
            (Kept::Matrix, Cover::Matrices(_)) => self.emit_each::<J>(rows * cols, numbers),
            (Kept::Matrix, Cover::Segment(_) | Cover::Rows(_)) => {
                join_all::<J>(lanes, numbers);
                if self.ends_matrix() {
                    let sum = halve::<J>(lanes);
                    *lanes = [J::START; LANES];
                    if geometry.group > 0 {
                        self.emit(&[sum]);
                    } else {
                        partials[self.red.partial + unit.index].set(sum);
                    }
                }
            }
            (Kept::Col, Cover::Matrices(_)) => self.emit_columns::<J>(numbers),
            (Kept::Col, Cover::Segment(_) | Cover::Rows(_)) => {
                let sums = columns_of(self.red, unit, at, columns);
                if matches!(geometry.cover, Cover::Segment(_)) {
                    let from = at.col - unit.cols.0;
                    for (sum, &x) in sums[from..].iter_mut().zip(numbers) {
                        *sum = J::join(*sum, x);
                    }
                } else {
                    for row in numbers.chunks_exact(cols) {
                        for (sum, &x) in sums.iter_mut().zip(row) {
                            *sum = J::join(*sum, x);
                        }
                    }
                }
                if self.ends_matrix() {
                    if geometry.blocks == 1 {
                        self.emit(sums);
                    } else {
                        let block = at.batch * geometry.blocks + unit.rows.0 / geometry.block_rows;
                        let first = self.red.partial + block * cols + unit.cols.0;
                        for (partial, &sum) in partials[first..].iter().zip(&*sums) {
                            partial.set(sum);
                        }
                    }
                }
            }
        }
    }

    /// Whether the tile is the last of this unit's part of a matrix.
    #[inline(always)]
    fn ends_matrix(&self) -> bool {
        let (at, unit) = (self.stretch.at(), self.stretch.unit());
        let last_row = !matches!(self.plan.geometry.cover, Cover::Segment(_)) || at.row + 1 == unit.rows.1;
        last_row && at.i + at.n == at.end
    }

    /// Finishes results and puts them into the slot: those of the elements, rows, matrices or columns that the tile begins
    /// with, which are complete and lie in this unit as a whole.
    #[inline(always)]
    fn emit(&self, results: &[f64]) {
        let (geometry, at, unit) = (self.plan.geometry, self.stretch.at(), self.stretch.unit());
        let first = match self.red.kept {
            Kept::One | Kept::Full => at.i,
            Kept::Row => at.batch * geometry.rows + at.row,
            Kept::Matrix => at.batch,
            Kept::Col => at.batch * geometry.cols + unit.cols.0,
        };
        let places = self.red.into.places(first, results.len());
        // SAFETY: the slot has these places, and only this reduction uses it. Elements, rows, matrices and columns that lie
        // in a unit as a whole have no part in another, and this unit is this thread's alone.
        let to = unsafe { std::slice::from_raw_parts_mut(places.get(), results.len()) };
        self.red.finish_all(results, to);
    }

    /// One result per `len` numbers.
    #[inline(always)]
    fn emit_each<J: Join>(&self, len: usize, numbers: &[f64]) {
        let mut results = [0.0; TILE];
        let results = &mut results[..numbers.len() / len];
        match len {
            1 => results.copy_from_slice(numbers),
            2 => join_each::<J, 2>(numbers, results),
            3 => join_each::<J, 3>(numbers, results),
            4 => join_each::<J, 4>(numbers, results),
            5 => join_each::<J, 5>(numbers, results),
            7 => join_each::<J, 7>(numbers, results),
            9 => join_each::<J, 9>(numbers, results),
            _ => {
                for (result, row) in results.iter_mut().zip(numbers.chunks_exact(len)) {
                    *result = join_row::<J>(row);
                }
            }
        }
        self.emit(results);
    }

    /// Column results of whole matrices.
    #[inline(always)]
    fn emit_columns<J: Join>(&self, numbers: &[f64]) {
        let (rows, cols) = (self.plan.geometry.rows, self.plan.geometry.cols);
        let mut results = [0.0; TILE];
        let results = &mut results[..numbers.len() / rows];
        match (rows, cols) {
            (3, 3) => join_columns::<J>(numbers, 3, 3, results),
            (5, 5) => join_columns::<J>(numbers, 5, 5, results),
            (7, 7) => join_columns::<J>(numbers, 7, 7, results),
            _ => join_columns::<J>(numbers, rows, cols, results),
        }
        self.emit(results);
    }
}

/// The sums of a unit's columns. They are set back when a part of a matrix begins.
#[inline(always)]
pub(super) fn columns_of<'c, T: Float>(red: &Red<T>, unit: &Unit, at: &At, columns: &'c mut [f64]) -> &'c mut [f64] {
    let sums = &mut columns[red.column..][..unit.cols.1 - unit.cols.0];
    if at.n > 0 && at.row == unit.rows.0 && at.col == unit.cols.0 {
        sums.fill(red.fold.start());
    }
    sums
}

/// Puts together the partial results of units, once all of them are there.
pub(super) fn put_together<T: Float>(geometry: &Geometry, red: &Red<T>, partials: &mut [Partial]) {
    // `parts` lines of partial results, `len` of them, for each of `outer` lines of results.
    let (outer, parts, len) = match red.kept {
        Kept::Row if geometry.panels > 1 => (1, geometry.panels, geometry.batch * geometry.rows),
        Kept::Matrix if geometry.group == 0 => (geometry.batch, geometry.parts(), 1),
        Kept::Col if geometry.blocks > 1 => (geometry.batch, geometry.blocks, geometry.cols),
        _ => return,
    };
    let places = red.into.places(0, outer * len);
    // SAFETY: the slot has these places, and only this reduction uses it. No worker does any more: they have left their
    // partial results, which are borrowed exclusively here.
    let to = unsafe { std::slice::from_raw_parts_mut(places.get(), outer * len) };
    let partials = &mut partials[red.partial..][..outer * parts * len];
    for (lines, to) in partials.chunks_exact_mut(parts * len).zip(to.chunks_exact_mut(len)) {
        for (first, to) in (0..len).step_by(TILE).zip(to.chunks_mut(TILE)) {
            let mut sums = [0.0; TILE];
            let sums = &mut sums[..to.len()];
            for (part, line) in lines.chunks_exact_mut(len).enumerate() {
                for (sum, partial) in sums.iter_mut().zip(&mut line[first..]) {
                    let x = partial.take();
                    *sum = if part == 0 { x } else { red.fold.join(*sum, x) };
                }
            }
            red.finish_all(sums, to);
        }
    }
}

/// How many partial results the units of a pass leave for a reduction.
pub(super) fn partials<T>(geometry: &Geometry, red: &Red<T>) -> usize {
    match red.kept {
        Kept::Row if geometry.panels > 1 => geometry.panels * geometry.batch * geometry.rows,
        Kept::Matrix if geometry.group == 0 => geometry.units,
        Kept::Col if geometry.blocks > 1 => geometry.batch * geometry.blocks * geometry.cols,
        _ => 0,
    }
}
