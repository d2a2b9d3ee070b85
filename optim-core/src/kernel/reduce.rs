//! Reductions: fixed lanes within a unit of work, units folded in order.

use super::arena::Buffers;
use super::geometry::{At, Cover, Unit};
use super::lane::Plan;
use super::{Finish, Float, Fold, Reduction};

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

/// Takes in the numbers of one tile, for all reductions but plain sums to one number.
///
/// # Safety
/// `red` is a reduction of this plan and `at` a tile of `unit`, itself a unit of the plan that no other thread works
/// on; `buffers` belong to this thread alone, and `arguments` has a number for each of the tile's elements.
#[inline(never)]
pub(crate) unsafe fn take_in<T: Float>(
    plan: &Plan<'_, T>,
    red: &Red<T>,
    unit: &Unit,
    at: At,
    arguments: &[f64],
    lanes: &mut Accumulators,
    buffers: &Buffers<T>,
    partials: *mut f64,
) {
    plan.isa.run(
        #[inline(always)]
        || {
            let place = Place { plan, red, unit, at, buffers, partials };
            // SAFETY: passed on from the caller.
            unsafe {
                match red.fold {
                    Fold::Sum => place.take_in::<Sum>(arguments, lanes),
                    Fold::Max => place.take_in::<Max>(arguments, lanes),
                    Fold::Min => place.take_in::<Min>(arguments, lanes),
                }
            }
        },
    );
}

struct Place<'p, 'n, T> {
    plan: &'p Plan<'n, T>,
    red: &'p Red<T>,
    unit: &'p Unit,
    at: At,
    buffers: &'p Buffers<T>,
    partials: *mut f64,
}

impl<T: Float> Place<'_, '_, T> {
    /// # Safety
    /// As for the function of the same name.
    #[inline(always)]
    unsafe fn take_in<J: Join>(&self, numbers: &[f64], lanes: &mut Accumulators) {
        let (geometry, at) = (&self.plan.geometry, self.at);
        let (rows, cols) = (geometry.rows, geometry.cols);
        match (self.red.kept, geometry.cover) {
            (Kept::One, _) => join_all::<J>(lanes, numbers),
            (Kept::Full, _) => {
                for (k, &x) in numbers.iter().enumerate() {
                    // SAFETY: the slot has a place for every element.
                    unsafe { self.emit(at.i + k, x) };
                }
            }
            (Kept::Row, Cover::Segment(_)) => {
                join_all::<J>(lanes, numbers);
                if at.i + at.n == at.end {
                    let row = at.batch * rows + at.row;
                    let sum = halve::<J>(lanes);
                    *lanes = [J::START; LANES];
                    if geometry.panels == 1 {
                        // SAFETY: the slot has a place for every row.
                        unsafe { self.emit(row, sum) };
                    } else {
                        let panel = self.unit.cols.0 / geometry.panel_cols;
                        // SAFETY: there is a partial result for every panel and row.
                        unsafe { self.part(panel * geometry.batch * rows + row, sum) };
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
                        unsafe { self.emit(at.batch, sum) };
                    } else {
                        // SAFETY: there is a partial result for every unit.
                        unsafe { self.part(self.unit.index, sum) };
                    }
                }
            }
            (Kept::Col, Cover::Matrices(_)) => {
                // SAFETY: the tile covers whole matrices, and the slot has a place for each of their columns.
                unsafe { self.emit_columns::<J>(numbers) };
            }
            (Kept::Col, Cover::Segment(_) | Cover::Rows(_)) => {
                let sums = self.columns();
                if at.row == self.unit.rows.0 && at.col == self.unit.cols.0 {
                    sums.fill(J::START);
                }
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
                    for (k, &sum) in sums.iter().enumerate() {
                        // SAFETY: the slot has a place for every column.
                        unsafe { self.emit(at.batch * cols + self.unit.cols.0 + k, sum) };
                    }
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

    /// The sums of this unit's columns.
    #[inline(always)]
    fn columns(&self) -> &mut [f64] {
        let geometry = &self.plan.geometry;
        let start = if geometry.blocks == 1 {
            self.buffers.columns.wrapping_add(self.red.column)
        } else {
            let block = self.unit.rows.0 / geometry.block_rows;
            let first = (self.at.batch * geometry.blocks + block) * geometry.cols + self.unit.cols.0;
            self.partials.wrapping_add(self.red.partial + first)
        };
        // SAFETY: the desk has room for the widest panel for each reduction; the partial results have a row of
        // columns for each block of rows, and this unit is the only one with this block and panel.
        unsafe { std::slice::from_raw_parts_mut(start, self.unit.cols.1 - self.unit.cols.0) }
    }

    /// # Safety
    /// The slot has a place `index`.
    #[inline(always)]
    unsafe fn emit(&self, index: usize, x: f64) {
        let x = T::from_f64(self.red.result(x));
        // SAFETY: as the caller promises; no other unit has this place.
        unsafe { self.red.into.wrapping_add(index).write(x) };
    }

    /// # Safety
    /// The reduction has a partial result `index`.
    #[inline(always)]
    unsafe fn part(&self, index: usize, x: f64) {
        // SAFETY: as the caller promises; no other unit has this place.
        unsafe { self.partials.wrapping_add(self.red.partial + index).write(x) };
    }

    /// One result per `len` numbers.
    ///
    /// # Safety
    /// The slot has places for the results from `first` on.
    #[inline(always)]
    unsafe fn emit_each<J: Join>(&self, first: usize, len: usize, numbers: &[f64]) {
        match len {
            // SAFETY: passed on from the caller.
            2 => unsafe { self.emit_each_of::<J, 2>(first, numbers) },
            // SAFETY: as above.
            3 => unsafe { self.emit_each_of::<J, 3>(first, numbers) },
            // SAFETY: as above.
            4 => unsafe { self.emit_each_of::<J, 4>(first, numbers) },
            // SAFETY: as above.
            5 => unsafe { self.emit_each_of::<J, 5>(first, numbers) },
            // SAFETY: as above.
            7 => unsafe { self.emit_each_of::<J, 7>(first, numbers) },
            // SAFETY: as above.
            9 => unsafe { self.emit_each_of::<J, 9>(first, numbers) },
            _ => {
                for (k, row) in numbers.chunks_exact(len).enumerate() {
                    // SAFETY: as above.
                    unsafe { self.emit(first + k, join_row::<J>(row)) };
                }
            }
        }
    }

    /// # Safety
    /// As for [`Place::emit_each`].
    #[inline(always)]
    unsafe fn emit_each_of<J: Join, const N: usize>(&self, first: usize, numbers: &[f64]) {
        let (groups, _) = numbers.as_chunks::<N>();
        for (k, group) in groups.iter().enumerate() {
            let mut sum = group[0];
            for &x in &group[1..] {
                sum = J::join(sum, x);
            }
            // SAFETY: passed on from the caller.
            unsafe { self.emit(first + k, sum) };
        }
    }

    /// Column results of whole matrices.
    ///
    /// # Safety
    /// The numbers are whole matrices from `at.batch` on, and the slot has a place for each of their columns.
    #[inline(always)]
    unsafe fn emit_columns<J: Join>(&self, numbers: &[f64]) {
        let (rows, cols) = (self.plan.geometry.rows, self.plan.geometry.cols);
        match cols {
            // SAFETY: passed on from the caller.
            3 if rows == 3 => unsafe { self.emit_columns_of::<J, 3, 3>(numbers) },
            // SAFETY: as above.
            5 if rows == 5 => unsafe { self.emit_columns_of::<J, 5, 5>(numbers) },
            // SAFETY: as above.
            7 if rows == 7 => unsafe { self.emit_columns_of::<J, 7, 7>(numbers) },
            _ => {
                for (m, matrix) in numbers.chunks_exact(rows * cols).enumerate() {
                    for c in 0..cols {
                        let mut sum = matrix[c];
                        for r in 1..rows {
                            sum = J::join(sum, matrix[r * cols + c]);
                        }
                        // SAFETY: as above.
                        unsafe { self.emit((self.at.batch + m) * cols + c, sum) };
                    }
                }
            }
        }
    }

    /// # Safety
    /// As for [`Place::emit_columns`].
    #[inline(always)]
    unsafe fn emit_columns_of<J: Join, const ROWS: usize, const COLS: usize>(&self, numbers: &[f64]) {
        for (m, matrix) in numbers.chunks_exact(ROWS * COLS).enumerate() {
            for c in 0..COLS {
                let mut sum = matrix[c];
                for r in 1..ROWS {
                    sum = J::join(sum, matrix[r * COLS + c]);
                }
                // SAFETY: passed on from the caller.
                unsafe { self.emit((self.at.batch + m) * COLS + c, sum) };
            }
        }
    }
}

/// Puts together the partial results of units, once all of them are there.
///
/// # Safety
/// All units of the plan have been worked off with these partial results, and no other thread works on the pass.
pub(crate) unsafe fn put_together<T: Float>(plan: &Plan<'_, T>, red: &Red<T>, partials: &[f64]) {
    let geometry = &plan.geometry;
    // `parts` numbers, `apart` from each other, for each of `results`, which are numbered `(outer, inner)`.
    let (outer, inner, parts, apart, skip) = match red.kept {
        Kept::One | Kept::Full => return,
        Kept::Row if geometry.panels > 1 => {
            let rows = geometry.batch * geometry.rows;
            (1, rows, geometry.panels, rows, 0)
        }
        Kept::Matrix if geometry.group == 0 => (geometry.batch, 1, geometry.parts(), 1, geometry.parts()),
        Kept::Col if geometry.blocks > 1 => {
            (geometry.batch, geometry.cols, geometry.blocks, geometry.cols, geometry.blocks * geometry.cols)
        }
        Kept::Row | Kept::Col | Kept::Matrix => return,
    };
    let partials = &partials[red.partial..];
    for o in 0..outer {
        for i in 0..inner {
            let mut sum = partials[o * skip + i];
            for part in 1..parts {
                sum = red.fold.join(sum, partials[o * skip + part * apart + i]);
            }
            let x = T::from_f64(red.result(sum));
            // SAFETY: the slot has a place for every result.
            unsafe { red.into.wrapping_add(o * inner + i).write(x) };
        }
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
