//! Eigenvalues of symmetric matrices, by Jacobi's rotations.

use super::{DenseMatrix, sign_of};
use crate::sorting::sort_by;

/// The largest number of sweeps, more than any matrix needs.
const SWEEPS: usize = 60;

/// The eigenvectors of `(x + xᵀ) / 2`, one per column, and its eigenvalues in ascending order.
pub(super) fn symmetric(x: &DenseMatrix) -> Option<(DenseMatrix, Vec<f64>)> {
    let n = x.rows;
    let (scaled, power) = x.scaled()?;
    let mut a = scaled.symmetric_part();
    let mut v = DenseMatrix::from_fn(n, n, |r, c| f64::from(u8::from(r == c)));
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                turned |= rotate(&mut a, &mut v, p, q);
            }
        }
        if !turned {
            break;
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    sort_by(&mut order, |&i, &j| a.at(i, i).total_cmp(&a.at(j, j)));
    let columns: Vec<Vec<f64>> = order
        .iter()
        .map(|&place| {
            let column = v.col(place);
            let sign = sign_of(&column);
            column.into_iter().map(|x| sign * x).collect()
        })
        .collect();
    let values = order.iter().map(|&place| a.at(place, place) * power).collect();
    Some((DenseMatrix::from_cols(n, &columns), values))
}

/// Rotates so that the number at (`p`, `q`) becomes 0. Returns true unless it was 0.
fn rotate(a: &mut DenseMatrix, v: &mut DenseMatrix, p: usize, q: usize) -> bool {
    let n = a.rows;
    let (app, aqq, apq) = (a.at(p, p), a.at(q, q), a.at(p, q));
    // The matrix is scaled, so its largest number is about 1.
    if apq.abs() <= 1e-19 {
        return false;
    }
    let theta = (aqq - app) / (2.0 * apq);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (tangent * tangent + 1.0).sqrt();
    let s = tangent * c;
    for k in 0..n {
        let (akp, akq) = (a.at(k, p), a.at(k, q));
        a.data[k * n + p] = c * akp - s * akq;
        a.data[k * n + q] = s * akp + c * akq;
        let (vkp, vkq) = (v.at(k, p), v.at(k, q));
        v.data[k * n + p] = c * vkp - s * vkq;
        v.data[k * n + q] = s * vkp + c * vkq;
    }
    for k in 0..n {
        let (apk, aqk) = (a.at(p, k), a.at(q, k));
        a.data[p * n + k] = c * apk - s * aqk;
        a.data[q * n + k] = s * apk + c * aqk;
    }
    // Rounding may leave a small number, which would be rotated again and again.
    a.data[p * n + q] = 0.0;
    a.data[q * n + p] = 0.0;
    true
}
