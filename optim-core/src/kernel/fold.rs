//! Folds of numbers. They use a fixed number of lanes, so results have the same bits at every level.

use super::{Finish, Fold, TILE, math};

/// The number of lanes: partial results that are computed at once.
pub(crate) const LANES: usize = 16;

/// The partial results of a reduction, one per lane.
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

/// The operations of reductions, selected at run time.
pub(crate) trait Folds {
    /// The result for no numbers.
    fn start(self) -> f64;
    fn join(self, a: f64, b: f64) -> f64;
}

impl Folds for Fold {
    #[inline(always)]
    fn start(self) -> f64 {
        match self {
            Fold::Sum => Sum::START,
            Fold::Max => Max::START,
            Fold::Min => Min::START,
        }
    }

    #[inline(always)]
    fn join(self, a: f64, b: f64) -> f64 {
        match self {
            Fold::Sum => Sum::join(a, b),
            Fold::Max => Max::join(a, b),
            Fold::Min => Min::join(a, b),
        }
    }
}

/// Finishes the result of `count` numbers.
#[inline(always)]
pub(crate) fn finished(finish: Finish, x: f64, count: f64) -> f64 {
    match finish {
        Finish::None => x,
        Finish::Mean => x / count,
        Finish::Sqrt => x.sqrt(),
        Finish::SqrtMean => (x / count).sqrt(),
    }
}

/// Folds all lanes to one result by halving.
#[inline(always)]
pub(crate) fn reduce_lanes<J: Combine>(lanes: &Accumulators) -> f64 {
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

/// Folds all lanes to one result, by an operation that is known at run time.
#[inline]
pub(crate) fn reduce_lanes_by(fold: Fold, lanes: &Accumulators) -> f64 {
    match fold {
        Fold::Sum => reduce_lanes::<Sum>(lanes),
        Fold::Max => reduce_lanes::<Max>(lanes),
        Fold::Min => reduce_lanes::<Min>(lanes),
    }
}

/// Joins each number with one of the sums. The loop uses an index, because an iterator over both is a call, which takes longer than a short row.
#[inline(always)]
pub(crate) fn join_to<J: Combine>(sums: &mut [f64], numbers: &[f64]) {
    let n = sums.len().min(numbers.len());
    let (sums, numbers) = (&mut sums[..n], &numbers[..n]);
    for i in 0..n {
        sums[i] = J::join(sums[i], numbers[i]);
    }
}

/// Adds groups of `LANES` numbers to the lanes. The length must be a multiple of `LANES`.
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

/// Like `join_lanes`, for any length.
#[inline(always)]
pub(crate) fn join_all<J: Combine>(lanes: &mut Accumulators, numbers: &[f64]) {
    join_lanes::<J>(lanes, numbers);
    let (_, tail) = numbers.as_chunks::<LANES>();
    join_to::<J>(lanes, tail);
}

/// Like `join_all`, for the first `n` numbers of a tile. It reads the whole last group and ignores the excess numbers, so that all groups are
/// vectors.
#[inline(always)]
pub(crate) fn join_first<J: Combine>(lanes: &mut Accumulators, numbers: &[f64; TILE], n: usize) {
    let (groups, _) = numbers.as_chunks::<LANES>();
    let (whole, rest) = (n / LANES, n % LANES);
    let mut sums = *lanes;
    for group in &groups[..whole] {
        for k in 0..LANES {
            sums[k] = J::join(sums[k], group[k]);
        }
    }
    if rest > 0 {
        let group = &groups[whole];
        for k in 0..LANES {
            let joined = J::join(sums[k], group[k]);
            sums[k] = if k < rest { joined } else { sums[k] };
        }
    }
    *lanes = sums;
}

/// Folds some numbers to one result.
#[inline(always)]
pub(crate) fn join_row<J: Combine>(row: &[f64]) -> f64 {
    if row.len() >= 2 * LANES {
        let mut lanes = [J::START; LANES];
        join_all::<J>(&mut lanes, row);
        return reduce_lanes::<J>(&lanes);
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

/// Folds each `N` numbers to one result. The loop uses indices, because the compiler vectorizes it then.
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

/// Folds each column of some matrices to one result.
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

/// Like `join_columns`, for the first `matrices` of a tile, with constant sizes. It computes `WIDE` columns at once, because a vector has more than
/// `COLS` numbers. The excess results of one matrix are overwritten by the results of the next matrix.
#[inline(always)]
pub(crate) fn join_columns_of<J: Combine, const ROWS: usize, const COLS: usize, const WIDE: usize>(
    numbers: &[f64; TILE],
    matrices: usize,
    results: &mut [f64; TILE],
) {
    let (matrix, last) = (ROWS * COLS, (ROWS - 1) * COLS);
    // The vectors of the last matrices may extend beyond the tile.
    let wide = matrices.min((TILE - last - WIDE) / matrix + 1);
    for k in 0..wide {
        let rows = &numbers[k * matrix..][..last + WIDE];
        let mut sums = [0.0; WIDE];
        sums.copy_from_slice(&rows[..WIDE]);
        for r in 1..ROWS {
            for c in 0..WIDE {
                sums[c] = J::join(sums[c], rows[r * COLS + c]);
            }
        }
        results[k * COLS..][..WIDE].copy_from_slice(&sums);
    }
    join_columns::<J>(&numbers[wide * matrix..matrices * matrix], ROWS, COLS, &mut results[wide * COLS..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of both, of so many matrices.
    fn columns<const ROWS: usize, const COLS: usize, const WIDE: usize>(count: usize) -> [Vec<f64>; 2] {
        let numbers: [f64; TILE] = std::array::from_fn(|i| 1.0 / (i as f64 + 0.7));
        let mut results = [[0.0; TILE]; 2];
        join_columns::<Sum>(&numbers[..count * ROWS * COLS], ROWS, COLS, &mut results[0]);
        join_columns_of::<Sum, ROWS, COLS, WIDE>(&numbers, count, &mut results[1]);
        results.map(|results| results[..count * COLS].to_vec())
    }

    #[test]
    fn the_first_numbers_of_a_tile_are_those_of_any_slice() {
        let numbers: [f64; TILE] = std::array::from_fn(|i| 1.0 / (i as f64 + 0.7) - 0.1);
        for n in 0..=TILE {
            let start: Accumulators = std::array::from_fn(|k| k as f64);
            let (mut first, mut all) = (start, start);
            join_first::<Sum>(&mut first, &numbers, n);
            join_all::<Sum>(&mut all, &numbers[..n]);
            assert_eq!(first, all, "{n} numbers");
            join_first::<Min>(&mut first, &numbers, n);
            join_all::<Min>(&mut all, &numbers[..n]);
            assert_eq!(first, all, "{n} numbers");
        }
    }

    #[test]
    fn columns_side_by_side_are_those_of_each_matrix() {
        for count in 0..=28 {
            let all = [columns::<3, 3, 4>(count), columns::<5, 5, 8>(count.min(10)), columns::<7, 7, 8>(count.min(5))];
            for [plain, wide] in all {
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
