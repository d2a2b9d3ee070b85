//! Singular values by one-sided Jacobi rotations (Hestenes).

use super::{DenseMatrix, another, dot, sign_of};
use crate::sorting::sort_by;

const SWEEPS: usize = 60;

/// `u`, `s` and `v` with `x = (u · s) · vᵀ`, the singular values in descending order.
pub(super) fn thin(x: &DenseMatrix) -> Option<(DenseMatrix, DenseMatrix, DenseMatrix)> {
    let (scaled, power) = x.scaled()?;
    let (mut u, s, mut v) = if x.rows >= x.cols {
        tall(&scaled)
    } else {
        let (v, s, u) = tall(&scaled.t());
        (u, s, v)
    };
    for (u, v) in u.iter_mut().zip(&mut v) {
        let sign = sign_of(u);
        u.iter_mut().chain(v).for_each(|x| *x *= sign);
    }
    let s = DenseMatrix::from_fn(1, s.len(), |_, c| s[c] * power);
    Some((DenseMatrix::from_cols(x.rows, &u), s, DenseMatrix::from_cols(x.cols, &v)))
}

type ColumnVectors = Vec<Vec<f64>>;

fn tall(x: &DenseMatrix) -> (ColumnVectors, Vec<f64>, ColumnVectors) {
    let n = x.cols;
    let mut a: ColumnVectors = (0..n).map(|c| x.col(c)).collect();
    let mut v: ColumnVectors = (0..n).map(|c| (0..n).map(|r| f64::from(u8::from(r == c))).collect()).collect();
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
    let norms: Vec<f64> = a.iter().map(|column| dot(column, column).sqrt()).collect();
    let mut order: Vec<usize> = (0..n).collect();
    sort_by(&mut order, |&i, &j| norms[j].total_cmp(&norms[i]));
    let largest = order.first().map_or(0.0, |&place| norms[place]);
    let mut u: ColumnVectors = Vec::with_capacity(n);
    for &place in &order {
        // This value is only rounding next to the largest one. Any direction that is orthogonal is right.
        let vector = if norms[place] > 1e-13 * largest {
            a[place].iter().map(|x| x / norms[place]).collect()
        } else {
            another(&u, x)
        };
        u.push(vector);
    }
    let s = order.iter().map(|&place| norms[place]).collect();
    let v = order.iter().map(|&place| v[place].clone()).collect();
    (u, s, v)
}

/// Rotates two columns so that they are orthogonal. Returns true unless they were.
fn rotate(a: &mut ColumnVectors, v: &mut ColumnVectors, p: usize, q: usize) -> bool {
    let (pp, qq, pq) = (dot(&a[p], &a[p]), dot(&a[q], &a[q]), dot(&a[p], &a[q]));
    if pq.abs() <= 1e-15 * (pp * qq).sqrt() || pq.abs() < 1e-150 {
        return false;
    }
    let zeta = (qq - pp) / (2.0 * pq);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let c = 1.0 / (1.0 + tangent * tangent).sqrt();
    let s = c * tangent;
    for columns in [a, v] {
        for k in 0..columns[p].len() {
            let (x, y) = (columns[p][k], columns[q][k]);
            columns[p][k] = c * x - s * y;
            columns[q][k] = s * x + c * y;
        }
    }
    true
}
