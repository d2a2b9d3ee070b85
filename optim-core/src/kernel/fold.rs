//! Folding numbers: fixed lanes side by side, so that results have the same bits at every level.

use super::{Fold, math};

/// Numbers summed side by side.
pub(crate) const LANES: usize = 16;

/// Side-by-side results of a reduction.
pub(crate) type Accumulators = [f64; LANES];

/// A rule that combines two numbers.
pub(crate) trait Combine {
    const START: f64;
    fn join(a: f64, b: f64) -> f64;
}

pub(crate) struct Sum;
pub(crate) struct Max;
pub(crate) struct Min;

impl Combine for Sum {
    const START: f64 = 0.0;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        a + b
    }
}

impl Combine for Max {
    const START: f64 = f64::NEG_INFINITY;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        math::max(a, b)
    }
}

impl Combine for Min {
    const START: f64 = f64::INFINITY;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        math::min(a, b)
    }
}

/// Folds the side-by-side results by halving.
#[inline(always)]
pub(crate) fn halve<J: Combine>(lanes: &Accumulators) -> f64 {
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
fn join_lanes<J: Combine>(lanes: &mut Accumulators, numbers: &[f64]) {
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
pub(crate) fn join_all<J: Combine>(lanes: &mut Accumulators, numbers: &[f64]) {
    join_lanes::<J>(lanes, numbers);
    let (_, tail) = numbers.as_chunks::<LANES>();
    for (lane, &x) in lanes.iter_mut().zip(tail) {
        *lane = J::join(*lane, x);
    }
}

/// One result for some numbers.
#[inline(always)]
pub(crate) fn join_row<J: Combine>(row: &[f64]) -> f64 {
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

/// One result per `N` numbers. By index, which the compiler makes vectors of.
#[inline(always)]
pub(crate) fn join_each<J: Combine, const N: usize>(numbers: &[f64], results: &mut [f64]) {
    let count = results.len().min(numbers.len() / N);
    let (numbers, results) = (&numbers[..N * count], &mut results[..count]);
    for i in 0..count {
        let mut sum = numbers[N * i];
        for k in 1..N {
            sum = J::join(sum, numbers[N * i + k]);
        }
        results[i] = sum;
    }
}

/// One result per column of each of some matrices.
#[inline(always)]
pub(crate) fn join_columns<J: Combine>(numbers: &[f64], rows: usize, cols: usize, results: &mut [f64]) {
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

/// The same of matrices whose sizes are constants, `WIDE` columns side by side: a vector has more than `COLS`, and what is
/// too much in the results of one matrix is overwritten by those of the next.
#[inline(always)]
pub(crate) fn join_columns_of<J: Combine, const ROWS: usize, const COLS: usize, const WIDE: usize>(
    numbers: &[f64],
    results: &mut [f64],
) {
    let (matrix, last) = (ROWS * COLS, (ROWS - 1) * COLS);
    let (mut from, mut to) = (0, 0);
    while from + last + WIDE <= numbers.len() && to + WIDE <= results.len() {
        let rows = &numbers[from..from + last + WIDE];
        let mut sums = [0.0; WIDE];
        sums.copy_from_slice(&rows[..WIDE]);
        for r in 1..ROWS {
            for c in 0..WIDE {
                sums[c] = J::join(sums[c], rows[r * COLS + c]);
            }
        }
        results[to..to + WIDE].copy_from_slice(&sums);
        (from, to) = (from + matrix, to + COLS);
    }
    join_columns::<J>(&numbers[from..], ROWS, COLS, &mut results[to..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of both, of so many matrices.
    fn columns<const ROWS: usize, const COLS: usize, const WIDE: usize>(count: usize) -> [Vec<f64>; 2] {
        let numbers: Vec<f64> = (0..count * ROWS * COLS).map(|i| 1.0 / (i as f64 + 0.7)).collect();
        let mut results = [vec![0.0; count * COLS], vec![0.0; count * COLS]];
        join_columns::<Sum>(&numbers, ROWS, COLS, &mut results[0]);
        join_columns_of::<Sum, ROWS, COLS, WIDE>(&numbers, &mut results[1]);
        results
    }

    #[test]
    fn columns_side_by_side_are_those_of_each_matrix() {
        for count in 0..40 {
            for [plain, wide] in [columns::<3, 3, 4>(count), columns::<5, 5, 8>(count), columns::<7, 7, 8>(count)] {
                assert_eq!(plain, wide, "{count} matrices");
            }
        }
    }

    #[test]
    fn rows_are_joined_in_order() {
        let numbers: Vec<f64> = (0..3 * 29).map(|i| 1.0 / (i as f64 + 0.7)).collect();
        let mut results = [0.0; 29];
        join_each::<Sum, 3>(&numbers, &mut results);
        for (row, result) in numbers.chunks_exact(3).zip(results) {
            assert_eq!(row[0] + row[1] + row[2], result);
        }
    }
}
