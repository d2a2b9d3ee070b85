//! Combines numbers: in fixed lanes within a unit of work, and by rows and columns within a tile.
//!
//! This code does not depend on the element type, so it is compiled once for each instruction set.

use super::fold::{
    self, Accumulators, Combine, Folds, LANES, Max, Min, finished, join_columns, join_columns_of, join_each,
    join_first, join_row, reduce_lanes,
};
use super::geometry::{At, Cover, Geometry, Unit};
use super::level::Isa;
use super::partial::Partial;
use super::{Finish, Fold, TILE};
use crate::shape::Axes;

/// The rule by which a reduction of a pass combines numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The axes of the walk that it keeps. If it keeps all of them, nothing is combined.
    pub(super) kept: Axes,
    pub(super) fold: Fold,
    pub(super) finish: Finish,
    /// The number of elements per result.
    pub(super) count: f64,
    /// The place of its first partial result, if it has any.
    pub(super) partial: usize,
    /// The place of its first column sum in the buffers of a worker.
    pub(super) column: usize,
}

impl Rule {
    /// A placeholder.
    pub(super) const NONE: Self =
        Self { kept: Axes::Scalar, fold: Fold::Sum, finish: Finish::None, count: 0.0, partial: 0, column: 0 };

    /// The finished result.
    #[inline(always)]
    pub(super) fn result(&self, x: f64) -> f64 {
        finished(self.finish, x, self.count)
    }

    /// The sums of a unit's columns. They are reset at the start of a part of a matrix.
    #[inline(always)]
    pub(super) fn columns<'c>(&self, unit: &Unit, at: &At, columns: &'c mut [f64]) -> &'c mut [f64] {
        let sums = &mut columns[self.column..][..unit.cols.1 - unit.cols.0];
        if at.n > 0 && at.row == unit.rows.0 && at.col == unit.cols.0 {
            sums.fill(self.fold.start());
        }
        sums
    }
}

/// A reduction at a tile.
pub(super) struct TileReduction<'p> {
    pub(super) isa: Isa,
    pub(super) geometry: &'p Geometry,
    pub(super) rule: &'p Rule,
    pub(super) unit: &'p Unit,
    pub(super) at: &'p At,
}

/// The sums of one worker.
pub(super) struct Sums<'k> {
    /// The partial results of the unit.
    pub(super) lanes: &'k mut Accumulators,
    /// Sums per column.
    pub(super) columns: &'k mut [f64],
    /// A buffer for the results of a tile.
    pub(super) results: &'k mut [f64; TILE],
}

impl TileReduction<'_> {
    /// Combines the first `n` numbers of the tile with the sums: one for each of its elements, or none at the end of a run. Returns the complete
    /// results: those of the first elements, rows, matrices or columns of the tile, if they are not divided between units.
    #[inline(never)]
    pub(super) fn take_in<'k>(
        &self,
        numbers: (&'k [f64; TILE], usize),
        sums: Sums<'k>,
        partials: &[Partial],
    ) -> &'k [f64] {
        self.isa.run(
            #[inline(always)]
            || match self.rule.fold {
                Fold::Sum => self.join::<fold::Sum>(numbers, sums, partials),
                Fold::Max => self.join::<Max>(numbers, sums, partials),
                Fold::Min => self.join::<Min>(numbers, sums, partials),
            },
        )
    }

    #[inline(always)]
    fn join<'k, J: Combine>(
        &self,
        (tile, n): (&'k [f64; TILE], usize),
        sums: Sums<'k>,
        partials: &[Partial],
    ) -> &'k [f64] {
        let Self { geometry, rule, unit, at, .. } = *self;
        let numbers = &tile[..n];
        let Sums { lanes, columns, results } = sums;
        let (rows, cols) = (geometry.rows, geometry.cols);
        match (rule.kept, geometry.cover) {
            (Axes::Scalar, _) => join_first::<J>(lanes, tile, n),
            (Axes::Tensor, _) => return numbers,
            (Axes::Rows, Cover::Rows(_) | Cover::Matrices(_)) | (Axes::Matrices, Cover::Matrices(_)) => {
                let len = if rule.kept == Axes::Rows { cols } else { rows * cols };
                let results = &mut results[..numbers.len() / len];
                each::<J>(len, numbers, results);
                return results;
            }
            (Axes::Cols, Cover::Matrices(_)) => {
                each_column::<J>((rows, cols), (tile, n), results);
                return &results[..n / rows];
            }
            (Axes::Rows, Cover::Segment(_)) | (Axes::Matrices, Cover::Segment(_) | Cover::Rows(_)) => {
                join_first::<J>(lanes, tile, n);
                let by_row = rule.kept == Axes::Rows;
                if if by_row { at.i + at.n == at.end } else { self.ends_matrix() } {
                    let sum = reduce_lanes::<J>(lanes);
                    *lanes = [J::START; LANES];
                    let whole = if by_row { geometry.panels == 1 } else { geometry.group > 0 };
                    if whole {
                        results[0] = sum;
                        return &results[..1];
                    }
                    let part = if by_row {
                        let panel = unit.cols.0 / geometry.panel_cols;
                        panel * geometry.batch * rows + at.batch * rows + at.row
                    } else {
                        unit.index
                    };
                    partials[rule.partial + part].set(sum);
                }
            }
            (Axes::Cols, Cover::Segment(_) | Cover::Rows(_)) => {
                let sums = rule.columns(unit, at, columns);
                // A tile of a segment is a part of one row.
                let (from, len) = if matches!(geometry.cover, Cover::Segment(_)) {
                    (at.col - unit.cols.0, numbers.len())
                } else {
                    (0, cols)
                };
                for row in numbers.chunks_exact(len.max(1)) {
                    fold::join_to::<J>(&mut sums[from..], row);
                }
                if self.ends_matrix() {
                    if geometry.blocks == 1 {
                        return sums;
                    }
                    let block = at.batch * geometry.blocks + unit.rows.0 / geometry.block_rows;
                    let first = rule.partial + block * cols + unit.cols.0;
                    for (partial, &sum) in partials[first..].iter().zip(&*sums) {
                        partial.set(sum);
                    }
                }
            }
        }
        &[]
    }

    /// Returns true if the tile is the last one in this unit's part of a matrix.
    #[inline(always)]
    fn ends_matrix(&self) -> bool {
        let Self { geometry, unit, at, .. } = *self;
        let last_row = !matches!(geometry.cover, Cover::Segment(_)) || at.row + 1 == unit.rows.1;
        last_row && at.i + at.n == at.end
    }
}

/// Combines each `len` numbers to one result.
#[inline(always)]
fn each<J: Combine>(len: usize, numbers: &[f64], results: &mut [f64]) {
    match len {
        1 => results.copy_from_slice(numbers),
        2 => join_each::<J, 2>(numbers, results),
        3 => join_each::<J, 3>(numbers, results),
        4 => join_each::<J, 4>(numbers, results),
        5 => join_each::<J, 5>(numbers, results),
        7 => join_each::<J, 7>(numbers, results),
        9 => join_each::<J, 9>(numbers, results),
        _ => {
            for (k, row) in numbers.chunks_exact(len).enumerate() {
                results[k] = join_row::<J>(row);
            }
        }
    }
}

/// Combines the columns of the whole matrices in the first `n` numbers of a tile. Results after theirs have unspecified values.
#[inline(always)]
fn each_column<J: Combine>((rows, cols): (usize, usize), (tile, n): (&[f64; TILE], usize), results: &mut [f64; TILE]) {
    let matrices = n / (rows * cols);
    match (rows, cols) {
        (3, 3) => join_columns_of::<J, 3, 3, 4>(tile, matrices, results),
        (5, 5) => join_columns_of::<J, 5, 5, 8>(tile, matrices, results),
        (7, 7) => join_columns_of::<J, 7, 7, 8>(tile, matrices, results),
        _ => join_columns::<J>(&tile[..n], rows, cols, &mut results[..n / rows]),
    }
}
