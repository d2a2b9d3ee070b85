//! Linear algebra for the interpreter: textbook algorithms, one matrix at a time.
//!
//! Deliberately plain, as the interpreter is: it is what the library behind the kernels is compared with. What both agree on is
//! what the language promises:
//!
//! - all is computed in double precision and rounded once;
//! - a matrix with a number that is infinite or NaN, and one for which there is no result, gives NaN alone;
//! - the sign of eigenvectors and singular vectors is that of [`sign_of`].

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

/// The results of a call on one matrix of each operand; numbers are matrices of one number.
///
/// `None` for a product, a transposition and a quantile, which the interpreter does itself.
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

/// The matrices that `compute` returns, or NaN in all of these sizes if there are none or a number is not finite.
fn all_finite(sizes: Vec<(usize, usize)>, compute: impl FnOnce() -> Option<Vec<DenseMatrix>>) -> Vec<DenseMatrix> {
    let computed = compute().filter(|results| results.iter().all(DenseMatrix::is_finite));
    computed.unwrap_or_else(|| {
        sizes.into_iter().map(|(rows, cols)| DenseMatrix::from_fn(rows, cols, |_, _| f64::NAN)).collect()
    })
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The places of the numbers in ascending order: equal ones as they stand, NaN last.
fn argsort(x: &DenseMatrix) -> DenseMatrix {
    let mut places: Vec<usize> = (0..x.cols).collect();
    let last = |place: &usize| x.at(0, *place).is_nan();
    sort_by(&mut places, |a, b| {
        let ascending = x.at(0, *a).partial_cmp(&x.at(0, *b)).unwrap_or(std::cmp::Ordering::Equal);
        last(a).cmp(&last(b)).then(ascending)
    });
    DenseMatrix::from_fn(1, x.cols, |_, c| places[c] as f64)
}

/// 1 or -1, with which a vector is multiplied: the first of its components that are at least 7/8 as large as the largest one
/// becomes positive. So components that are equal but for rounding don't decide by chance.
fn sign_of(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0.0, |largest, x| larger(x.abs(), largest));
    match vector.iter().find(|x| x.abs() >= 0.875 * largest) {
        Some(first) if *first < 0.0 => -1.0,
        _ => 1.0,
    }
}

/// A unit vector orthogonal to `columns`, which are orthonormal and fewer than it has components. Which one is as good as random:
/// another one for every other `x`. So whatever depends on it differs between matrices that differ by rounding.
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
