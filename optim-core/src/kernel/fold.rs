//! Folding numbers: fixed lanes side by side, so that results have the same bits at every level.

use super::{Fold, math};

/// Numbers summed side by side.
pub(crate) const LANES: usize = 16;

/// Side-by-side results of a reduction.
pub(crate) type Accumulators = [f64; LANES];

/// How two numbers are combined.
pub(crate) trait Join {
    const START: f64;
    fn join(a: f64, b: f64) -> f64;
}

pub(crate) struct Sum;
pub(crate) struct Max;
pub(crate) struct Min;

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
        math::max(a, b)
    }
}

impl Join for Min {
    const START: f64 = f64::INFINITY;
    #[inline(always)]
    fn join(a: f64, b: f64) -> f64 {
        math::min(a, b)
    }
}

/// Folds the side-by-side results by halving.
#[inline(always)]
pub(crate) fn halve<J: Join>(lanes: &Accumulators) -> f64 {
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
pub(crate) fn join_all<J: Join>(lanes: &mut Accumulators, numbers: &[f64]) {
    join_lanes::<J>(lanes, numbers);
    let (_, tail) = numbers.as_chunks::<LANES>();
    for (lane, &x) in lanes.iter_mut().zip(tail) {
        *lane = J::join(*lane, x);
    }
}

/// One result for some numbers.
#[inline(always)]
pub(crate) fn join_row<J: Join>(row: &[f64]) -> f64 {
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

/// One result per `N` numbers.
#[inline(always)]
pub(crate) fn join_each<J: Join, const N: usize>(numbers: &[f64], results: &mut [f64]) {
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
pub(crate) fn join_columns<J: Join>(numbers: &[f64], rows: usize, cols: usize, results: &mut [f64]) {
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
