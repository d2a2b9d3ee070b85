//! Linear algebra for the interpreter: textbook algorithms, one matrix at a time.
//!
//! Deliberately simple, like the interpreter: the tests compare the library of the kernels with it. Both must keep the promises of
//! the language:
//!
//! - everything is computed in double precision and rounded once;
//! - a matrix with an infinite or NaN number, or without a result, gives only NaN;
//! - [`sign_of`] decides the sign of eigenvectors and singular vectors.

mod eigen;
mod matrix;
mod qr;
mod quantile;
mod solve;
mod svd;

pub(crate) use matrix::DenseMatrix;
pub(crate) use quantile::quantile;

use super::op::Library;
use crate::random::Random;
use crate::sorting::sort_by;

/// The results of a call for one matrix of each operand. Numbers are 1 by 1 matrices.
///
/// `None` for products, transpositions and quantiles, which the interpreter computes itself.
pub(crate) fn results(call: Library, operands: &[DenseMatrix]) -> Option<Vec<DenseMatrix>> {
    let [x, rest @ ..] = operands else { return None };
    let number = |place: usize| rest.get(place).and_then(DenseMatrix::number).unwrap_or(f64::NAN);
    Some(match call {
        Library::Matmul | Library::Transpose => return None,
        Library::Quantile | Library::RowQuantile | Library::ColQuantile | Library::MatrixQuantile => return None,
        Library::QuantileAlong | Library::QuantileWithout => return None,
        Library::Diag => vec![DenseMatrix::from_fn(1, x.rows, |_, c| x.at(c, c))],
        Library::FirstCols => vec![DenseMatrix::from_fn(x.rows, number(0) as usize, |r, c| x.at(r, c))],
        Library::Argsort => vec![argsort(x)],
        Library::TakeCols => {
            let order = rest.first()?;
            vec![DenseMatrix::from_fn(x.rows, x.cols, |r, c| x.at(r, order.at(0, c) as usize))]
        }
        Library::PutCols => {
            let [order, y] = rest else { return None };
            let mut data = x.clone();
            for place in 0..y.cols {
                for row in 0..x.rows {
                    data.data[row * x.cols + order.at(0, place) as usize] = y.at(row, place);
                }
            }
            vec![data]
        }
        Library::Eye => {
            let n = x.number()? as usize;
            vec![DenseMatrix::from_fn(n, n, |r, c| f64::from(u8::from(r == c)))]
        }
        Library::Eigh => all_finite(vec![(x.rows, x.rows), (1, x.rows)], || {
            let (vectors, values) = eigen::symmetric(x)?;
            Some(vec![vectors, DenseMatrix::from_fn(1, values.len(), |_, c| values[c])])
        }),
        Library::Svd => {
            let k = x.rows.min(x.cols);
            all_finite(vec![(x.rows, k), (1, k), (x.cols, k)], || svd::thin(x).map(|(u, s, v)| vec![u, s, v]))
        }
        Library::Qr => all_finite(vec![(x.rows, x.cols), (x.cols, x.cols)], || qr::thin(x).map(|(q, r)| vec![q, r])),
        Library::Cholesky => all_finite(vec![(x.rows, x.rows)], || solve::cholesky(x).map(|l| vec![l])),
        Library::Solve | Library::SolveLower => {
            let b = rest.first()?;
            all_finite(vec![(b.rows, b.cols)], || {
                let solved = if call == Library::Solve { solve::solve(x, b) } else { solve::solve_lower(x, b) };
                solved.map(|x| vec![x])
            })
        }
        Library::InvRoot => all_finite(vec![(x.rows, x.rows)], || {
            let (p, eps) = (number(0), number(1));
            let (v, values) = eigen::symmetric(x)?;
            let roots: Vec<f64> = values.iter().map(|w| (larger(*w, 0.0) + eps).powf(-1.0 / p)).collect();
            let entry = |r, c| (0..x.rows).fold(0.0, |sum, k| sum + v.at(r, k) * roots[k] * v.at(c, k));
            Some(vec![DenseMatrix::from_fn(x.rows, x.rows, entry)])
        }),
    })
}

/// The matrices that `compute` returns. If it returns `None` or a number is not finite, NaN matrices of these sizes.
fn all_finite(sizes: Vec<(usize, usize)>, compute: impl FnOnce() -> Option<Vec<DenseMatrix>>) -> Vec<DenseMatrix> {
    let computed = compute().filter(|results| results.iter().all(DenseMatrix::is_finite));
    computed.unwrap_or_else(|| {
        sizes.into_iter().map(|(rows, cols)| DenseMatrix::from_fn(rows, cols, |_, _| f64::NAN)).collect()
    })
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The indices that sort the numbers in ascending order. Equal numbers keep their order, NaN is last.
fn argsort(x: &DenseMatrix) -> DenseMatrix {
    let mut places: Vec<usize> = (0..x.cols).collect();
    let last = |place: &usize| x.at(0, *place).is_nan();
    sort_by(&mut places, |a, b| {
        let ascending = x.at(0, *a).partial_cmp(&x.at(0, *b)).unwrap_or(std::cmp::Ordering::Equal);
        last(a).cmp(&last(b)).then(ascending)
    });
    DenseMatrix::from_fn(1, x.cols, |_, c| places[c] as f64)
}

/// The factor 1 or -1 that makes a vector's first large component positive: the first one that is at least 7/8 as large as the largest.
/// So components that differ only by rounding do not decide the sign at random.
fn sign_of(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0.0, |largest, x| larger(x.abs(), largest));
    match vector.iter().find(|x| x.abs() >= 0.875 * largest) {
        Some(first) if *first < 0.0 => -1.0,
        _ => 1.0,
    }
}

/// A unit vector orthogonal to `columns`, which are orthonormal and fewer than its components. The choice is pseudo-random and depends on `x`,
/// so a result that depends on it differs even between matrices that differ by rounding.
fn another(columns: &[Vec<f64>], x: &DenseMatrix) -> Vec<f64> {
    let seed =
        x.data.iter().fold(columns.len() as u64, |seed, x| (seed ^ x.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut random = Random::new(seed);
    let mut vector: Vec<f64> = (0..x.rows).map(|_| random.between(-1.0, 1.0)).collect();
    for column in columns.iter().cycle().take(3 * columns.len()) {
        let along = dot(column, &vector);
        vector.iter_mut().zip(column).for_each(|(x, y)| *x -= along * y);
        let norm = dot(&vector, &vector).sqrt();
        vector.iter_mut().for_each(|x| *x /= norm);
    }
    let norm = dot(&vector, &vector).sqrt();
    vector.into_iter().map(|x| x / norm).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

#[cfg(test)]
mod tests;
