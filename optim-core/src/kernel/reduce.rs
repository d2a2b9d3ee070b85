//! Reductions: fixed lanes within a unit of work, units folded in order.

use super::arena::Buffers;
use super::geometry::{At, Cover, Unit};
use super::lane::Plan;
use super::{Finish, Float, Fold, Reduction, TILE};

/// Numbers summed side by side.
pub(crate) const LANES: usize = 16;

/// Side-by-side results of a reduction.
pub(crate) type Accumulators = [f64; LANES];

/// What is left of a reduction's index space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// One number.
    One,
    /// Every element: nothing is combined.
    Full,
    /// One number per row, column or matrix.
    Row,
    Col,
    Matrix,
}

/// A reduction, resolved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Red<T> {
    pub(crate) kept: Kept,
    pub(crate) fold: Fold,
    pub(crate) finish: Finish,
    /// Elements per result.
    pub(crate) count: f64,
    /// Where results go; null for `One`.
    pub(crate) into: *mut T,
    /// Where among the notes' partial results its own begin, if it has any.
    pub(crate) partial: usize,
    /// Where among a desk's column sums its own begin.
    pub(crate) column: usize,
}

impl<T: Float> Red<T> {
    /// A reduction of `len` elements to one number.
    #[inline(always)]
    pub(crate) fn one(reduction: &Reduction, len: usize) -> Self {
        Self {
            kept: Kept::One,
            fold: reduction.fold,
            finish: reduction.finish,
            count: len as f64,
            into: std::ptr::null_mut(),
            partial: 0,
            column: 0,
        }
    }

    /// Finishes results on their way into a slot. Means of `f32` are multiplied by the reciprocal of the count, whose
    /// error is far below what rounding to `f32` leaves.
    #[inline(always)]
    fn finish_all(&self, results: &[f64], to: &mut [T]) {
        let (count, factor) = (self.count, 1.0 / self.count);
        let exact = T::NAME == "f64";
        let each = results.iter().zip(to);
        match self.finish {
            Finish::None => each.for_each(|(&x, to)| *to = T::from_f64(x)),
            Finish::Sqrt => each.for_each(|(&x, to)| *to = T::from_f64(x.sqrt())),
            Finish::Mean if exact => each.for_each(|(&x, to)| *to = T::from_f64(x / count)),
            Finish::Mean => each.for_each(|(&x, to)| *to = T::from_f64(x * factor)),
            Finish::SqrtMean if exact => each.for_each(|(&x, to)| *to = T::from_f64((x / count).sqrt())),
            Finish::SqrtMean => each.for_each(|(&x, to)| *to = T::from_f64((x * factor).sqrt())),
        }
    }

    /// The finished result.
    #[inline(always)]
    pub(crate) fn result(&self, x: f64) -> f64 {
        self.finish.apply(x, self.count)
    }
}

/// How two numbers are combined.
trait Join {
    const START: f64;
    fn join(a: f64, b: f64) -> f64;
}

struct Sum;
struct Max;
struct Min;

impl Join for Sum {
    const START: f64 = 0.0;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        a + b
    }
}

impl Join for Max {
    const START: f64 = f64::NEG_INFINITY;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        Float::max(a, b)
    }
}

impl Join for Min {
    const START: f64 = f64::INFINITY;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        Float::min(a, b)
    }
}

/// Folds the side-by-side results by halving.
#[inline(always)]
fn halve<J: Join>(lanes: &Accumulators) -> f64 {
    let mut lanes = *lanes;
    let mut n = LANES;
    while n > 1 {
        n /= 2;
        for k in 0..n {
            lanes[k] = J::join(lanes[k], lanes[k + n]);
        }
    }
    lanes[0]
}

/// The one result of all lanes.
#[inline]
pub(crate) fn halve_by(fold: Fold, lanes: &Accumulators) -> f64 {
    match fold {
        Fold::Sum => halve::<Sum>(lanes),
        Fold::Max => halve::<Max>(lanes),
        Fold::Min => halve::<Min>(lanes),
    }
}

/// Adds a whole number of groups of `LANES` numbers, side by side.
#[inline(always)]
pub(crate) fn add_lanes(lanes: &mut Accumulators, numbers: &[f64]) {
    join_lanes::<Sum>(lanes, numbers);
}

#[inline(always)]
fn join_lanes<J: Join>(lanes: &mut Accumulators, numbers: &[f64]) {
    let mut sums = *lanes;
    let (groups, _) = numbers.as_chunks::<LANES>();
    for group in groups {
        for k in 0..LANES {
            sums[k] = J::join(sums[k], group[k]);
        }
    }
    *lanes = sums;
}

/// As `join_lanes`, for any number of numbers.
#[inline(always)]
fn join_all<J: Join>(lanes: &mut Accumulators, numbers: &[f64]) {
    join_lanes::<J>(lanes, numbers);
    let (_, tail) = numbers.as_chunks::<LANES>();
    for (lane, &x) in lanes.iter_mut().zip(tail) {
        *lane = J::join(*lane, x);
    }
}

/// One result for some numbers.
#[inline(always)]
fn join_row<J: Join>(row: &[f64]) -> f64 {
    if row.len() >= 2 * LANES {
        let mut lanes = [J::START; LANES];
        join_all::<J>(&mut lanes, row);
        return halve::<J>(&lanes);
    }
    let (quads, tail) = row.as_chunks::<4>();
    let mut lanes = [J::START; 4];
    for quad in quads {
        for k in 0..4 {
            lanes[k] = J::join(lanes[k], quad[k]);
        }
    }
    let mut sum = J::join(J::join(lanes[0], lanes[1]), J::join(lanes[2], lanes[3]));
    for &x in tail {
        sum = J::join(sum, x);
    }
    sum
}

/// A reduction at a tile.
pub(crate) struct Place<'p, 'n, T> {
    pub(crate) plan: &'p Plan<'n, T>,
    pub(crate) red: &'p Red<T>,
    pub(crate) unit: &'p Unit,
    pub(crate) at: At,
    pub(crate) buffers: &'p Buffers<T>,
}

impl<T: Float> Place<'_, '_, T> {
    /// Takes in the numbers of the tile.
    ///
    /// # Safety
    /// `red` is a reduction of this plan and `at` a tile of `unit`, itself a unit of the plan that no other thread
    /// works on; `buffers` belong to this thread alone, and there is a number for each of the tile's elements.
    #[inline(never)]
    pub(crate) unsafe fn take_in(self, numbers: &[f64], lanes: &mut Accumulators, partials: *mut f64) {
        self.plan.isa.run(
            #[inline(always)]
            || match self.red.fold {
                // SAFETY: passed on from the caller.
                Fold::Sum => unsafe { self.join::<Sum>(numbers, lanes, partials) },
                // SAFETY: passed on from the caller.
                Fold::Max => unsafe { self.join::<Max>(numbers, lanes, partials) },
                // SAFETY: passed on from the caller.
                Fold::Min => unsafe { self.join::<Min>(numbers, lanes, partials) },
            },
        );
    }

    /// # Safety
    /// As for [`Place::take_in`].
    #[inline(always)]
    unsafe fn join<J: Join>(&self, numbers: &[f64], lanes: &mut Accumulators, partials: *mut f64) {
        let (geometry, at) = (self.plan.geometry, self.at);
        let (rows, cols) = (geometry.rows, geometry.cols);
        match (self.red.kept, geometry.cover) {
            (Kept::One, _) => join_all::<J>(lanes, numbers),
            (Kept::Full, _) => {
                // SAFETY: the slot has a place for every element.
                unsafe { self.emit(at.i, numbers) };
            }
            (Kept::Row, Cover::Segment(_)) => {
                join_all::<J>(lanes, numbers);
                if at.i + at.n == at.end {
                    let row = at.batch * rows + at.row;
                    let sum = halve::<J>(lanes);
                    *lanes = [J::START; LANES];
                    if geometry.panels == 1 {
                        // SAFETY: the slot has a place for every row.
                        unsafe { self.emit(row, &[sum]) };
                    } else {
                        let panel = self.unit.cols.0 / geometry.panel_cols;
                        // SAFETY: there is a partial result for every panel and row.
                        unsafe { self.part(partials, panel * geometry.batch * rows + row, sum) };
                    }
                }
            }
            (Kept::Row, Cover::Rows(_) | Cover::Matrices(_)) => {
                // SAFETY: the tile covers whole rows, and the slot has a place for each.
                unsafe { self.emit_each::<J>(at.batch * rows + at.row, cols, numbers) };
            }
            (Kept::Matrix, Cover::Matrices(_)) => {
                // SAFETY: the tile covers whole matrices, and the slot has a place for each.
                unsafe { self.emit_each::<J>(at.batch, rows * cols, numbers) };
            }
            (Kept::Matrix, Cover::Segment(_) | Cover::Rows(_)) => {
                join_all::<J>(lanes, numbers);
                if self.ends_matrix() {
                    let sum = halve::<J>(lanes);
                    *lanes = [J::START; LANES];
                    if geometry.group > 0 {
                        // SAFETY: the slot has a place for every matrix.
                        unsafe { self.emit(at.batch, &[sum]) };
                    } else {
                        // SAFETY: there is a partial result for every unit.
                        unsafe { self.part(partials, self.unit.index, sum) };
                    }
                }
            }
            (Kept::Col, Cover::Matrices(_)) => {
                // SAFETY: the tile covers whole matrices, and the slot has a place for each of their columns.
                unsafe { self.emit_columns::<J>(numbers) };
            }
            (Kept::Col, Cover::Segment(_) | Cover::Rows(_)) => {
                let start = columns_of(self.plan, self.red, self.unit, &at, self.buffers, partials);
                // SAFETY: there is a sum for each of the unit's columns, which nobody else uses.
                let sums = unsafe { std::slice::from_raw_parts_mut(start, self.unit.cols.1 - self.unit.cols.0) };
                if matches!(geometry.cover, Cover::Segment(_)) {
                    let from = at.col - self.unit.cols.0;
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
                if geometry.blocks == 1 && self.ends_matrix() {
                    // SAFETY: the slot has a place for every column.
                    unsafe { self.emit(at.batch * cols + self.unit.cols.0, sums) };
                }
            }
        }
    }

    /// Whether the tile is the last of this unit's part of a matrix.
    #[inline(always)]
    fn ends_matrix(&self) -> bool {
        let last_row = !matches!(self.plan.geometry.cover, Cover::Segment(_)) || self.at.row + 1 == self.unit.rows.1;
        last_row && self.at.i + self.at.n == self.at.end
    }

    /// Finishes some results and puts them into the slot.
    ///
    /// # Safety
    /// The slot has places for them from `first` on.
    #[inline(always)]
    unsafe fn emit(&self, first: usize, results: &[f64]) {
        // SAFETY: as the caller promises; no other unit has these places.
        let to = unsafe { std::slice::from_raw_parts_mut(self.red.into.wrapping_add(first), results.len()) };
        self.red.finish_all(results, to);
    }

    /// # Safety
    /// The reduction has a partial result `index`.
    #[inline(always)]
    unsafe fn part(&self, partials: *mut f64, index: usize, x: f64) {
        // SAFETY: as the caller promises; no other unit has this place.
        unsafe { partials.wrapping_add(self.red.partial + index).write(x) };
    }

    /// One result per `len` numbers.
    ///
    /// # Safety
    /// The slot has places for the results from `first` on.
    #[inline(always)]
    unsafe fn emit_each<J: Join>(&self, first: usize, len: usize, numbers: &[f64]) {
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
        // SAFETY: passed on from the caller.
        unsafe { self.emit(first, results) };
    }

    /// Column results of whole matrices.
    ///
    /// # Safety
    /// The numbers are whole matrices from `at.batch` on, and the slot has a place for each of their columns.
    #[inline(always)]
    unsafe fn emit_columns<J: Join>(&self, numbers: &[f64]) {
        let (rows, cols) = (self.plan.geometry.rows, self.plan.geometry.cols);
        let mut results = [0.0; TILE];
        let results = &mut results[..numbers.len() / rows];
        match (rows, cols) {
            (3, 3) => join_columns::<J>(numbers, 3, 3, results),
            (5, 5) => join_columns::<J>(numbers, 5, 5, results),
            (7, 7) => join_columns::<J>(numbers, 7, 7, results),
            _ => join_columns::<J>(numbers, rows, cols, results),
        }
        // SAFETY: passed on from the caller.
        unsafe { self.emit(self.at.batch * cols, results) };
    }
}

/// One result per `N` numbers.
#[inline(always)]
fn join_each<J: Join, const N: usize>(numbers: &[f64], results: &mut [f64]) {
    let (groups, _) = numbers.as_chunks::<N>();
    for (result, group) in results.iter_mut().zip(groups) {
        let mut sum = group[0];
        for &x in &group[1..] {
            sum = J::join(sum, x);
        }
        *result = sum;
    }
}

/// One result per column of each of some matrices. Inlined, so that constant sizes unroll.
#[inline(always)]
fn join_columns<J: Join>(numbers: &[f64], rows: usize, cols: usize, results: &mut [f64]) {
    for (results, matrix) in results.chunks_exact_mut(cols).zip(numbers.chunks_exact(rows * cols)) {
        for c in 0..cols {
            let mut sum = matrix[c];
            for r in 1..rows {
                sum = J::join(sum, matrix[r * cols + c]);
            }
            results[c] = sum;
        }
    }
}

/// Where the sums of a unit's columns are. They are set back when a part of a matrix begins.
#[inline(always)]
pub(crate) fn columns_of<T: Float>(
    plan: &Plan<'_, T>,
    red: &Red<T>,
    unit: &Unit,
    at: &At,
    buffers: &Buffers<T>,
    partials: *mut f64,
) -> *mut f64 {
    let geometry = plan.geometry;
    let start = if geometry.blocks == 1 {
        buffers.columns.wrapping_add(red.column)
    } else {
        let block = unit.rows.0 / geometry.block_rows;
        partials.wrapping_add(red.partial + (at.batch * geometry.blocks + block) * geometry.cols + unit.cols.0)
    };
    if at.n > 0 && at.row == unit.rows.0 && at.col == unit.cols.0 {
        // SAFETY: the desk has room for the widest panel for each reduction; the partial results have a row of
        // columns for each block of rows, and this unit is the only one with this block and panel.
        unsafe { std::slice::from_raw_parts_mut(start, unit.cols.1 - unit.cols.0) }.fill(red.fold.start());
    }
    start
}

/// Puts together the partial results of units, once all of them are there.
///
/// # Safety
/// All units of the plan have been worked off with these partial results, and no other thread works on the pass.
pub(crate) unsafe fn put_together<T: Float>(plan: &Plan<'_, T>, red: &Red<T>, partials: &mut [f64]) {
    let geometry = plan.geometry;
    // `parts` lines of partial results, `len` of them, for each of `outer` lines of results.
    let (outer, parts, len) = match red.kept {
        Kept::Row if geometry.panels > 1 => (1, geometry.panels, geometry.batch * geometry.rows),
        Kept::Matrix if geometry.group == 0 => (geometry.batch, geometry.parts(), 1),
        Kept::Col if geometry.blocks > 1 => (geometry.batch, geometry.blocks, geometry.cols),
        _ => return,
    };
    let partials = &mut partials[red.partial..][..outer * parts * len];
    for (o, lines) in partials.chunks_exact_mut(parts * len).enumerate() {
        let (sums, rest) = lines.split_at_mut(len);
        for line in rest.chunks_exact(len) {
            for (sum, &x) in sums.iter_mut().zip(line) {
                *sum = red.fold.join(*sum, x);
            }
        }
        // SAFETY: the slot has a place for every result.
        let to = unsafe { std::slice::from_raw_parts_mut(red.into.wrapping_add(o * len), len) };
        red.finish_all(sums, to);
    }
}

/// How many partial results the units of a pass leave for a reduction.
pub(crate) fn partials<T>(plan: &super::geometry::Geometry, red: &Red<T>) -> usize {
    match red.kept {
        Kept::Row if plan.panels > 1 => plan.panels * plan.batch * plan.rows,
        Kept::Matrix if plan.group == 0 => plan.units,
        Kept::Col if plan.blocks > 1 => plan.batch * plan.blocks * plan.cols,
        _ => 0,
    }
}
