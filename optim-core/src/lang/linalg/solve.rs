//! The Cholesky decomposition and Gaussian elimination.

use super::DenseMatrix;

/// The lower factor of `(x + xᵀ) / 2`; `None` if that is not positive definite.
pub(super) fn cholesky(x: &DenseMatrix) -> Option<DenseMatrix> {
    let n = x.rows;
    if !x.is_finite() {
        return None;
    }
    let a = DenseMatrix::from_fn(n, n, |r, c| 0.5 * x.at(r, c) + 0.5 * x.at(c, r));
    let mut l = DenseMatrix::from_fn(n, n, |_, _| 0.0);
    for r in 0..n {
        for c in 0..=r {
            let rest = (0..c).fold(a.at(r, c), |rest, k| rest - l.at(r, k) * l.at(c, k));
            if r == c && rest <= 0.0 {
                return None;
            }
            l.data[r * n + c] = if r == c { rest.sqrt() } else { rest / l.at(c, c) };
        }
    }
    Some(l)
}

/// `y` with `a · y = b`; `None` if `a` is singular.
pub(super) fn solve(a: &DenseMatrix, b: &DenseMatrix) -> Option<DenseMatrix> {
    let n = a.rows;
    let (mut a, power) = a.scaled()?;
    let mut y = b.clone();
    for k in 0..n {
        let pivot = (k..n).fold(k, |best, row| if a.at(row, k).abs() > a.at(best, k).abs() { row } else { best });
        if a.at(pivot, k) == 0.0 {
            return None;
        }
        swap_rows(&mut a, k, pivot);
        swap_rows(&mut y, k, pivot);
        for row in k + 1..n {
            let factor = a.at(row, k) / a.at(k, k);
            subtract_row(&mut a, row, k, factor);
            subtract_row(&mut y, row, k, factor);
        }
    }
    for col in 0..y.cols {
        for row in (0..n).rev() {
            let rest = (row + 1..n).fold(y.at(row, col), |rest, k| rest - a.at(row, k) * y.at(k, col));
            y.data[row * y.cols + col] = rest / a.at(row, row);
        }
    }
    y.data.iter_mut().for_each(|x| *x /= power);
    Some(y)
}

/// `y` with `a · y = b`, for the lower triangle of `a`.
pub(super) fn solve_lower(a: &DenseMatrix, b: &DenseMatrix) -> Option<DenseMatrix> {
    let lower = DenseMatrix::from_fn(a.rows, a.rows, |r, c| if c <= r { a.at(r, c) } else { 0.0 });
    let (lower, power) = lower.scaled()?;
    let mut y = b.clone();
    for col in 0..y.cols {
        for row in 0..lower.rows {
            let rest = (0..row).fold(y.at(row, col), |rest, k| rest - lower.at(row, k) * y.at(k, col));
            y.data[row * y.cols + col] = rest / lower.at(row, row);
        }
    }
    y.data.iter_mut().for_each(|x| *x /= power);
    Some(y)
}

fn swap_rows(x: &mut DenseMatrix, a: usize, b: usize) {
    for col in 0..x.cols {
        x.data.swap(a * x.cols + col, b * x.cols + col);
    }
}

fn subtract_row(x: &mut DenseMatrix, row: usize, from: usize, factor: f64) {
    for col in 0..x.cols {
        x.data[row * x.cols + col] -= factor * x.at(from, col);
    }
}
