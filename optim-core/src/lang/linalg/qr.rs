//! Orthonormal columns by the Gram-Schmidt process, done twice.

use super::{DenseMatrix, another, dot};

/// `q` and `r` with `x = q · r`; no number on the diagonal of `r` is negative.
pub(super) fn thin(x: &DenseMatrix) -> Option<(DenseMatrix, DenseMatrix)> {
    let n = x.cols;
    let (scaled, power) = x.scaled()?;
    let mut q: Vec<Vec<f64>> = Vec::with_capacity(n);
    let mut r = DenseMatrix::from_fn(n, n, |_, _| 0.0);
    for j in 0..n {
        let mut column = scaled.col(j);
        let length = dot(&column, &column).sqrt();
        for _ in 0..2 {
            for (i, known) in q.iter().enumerate() {
                let along = dot(known, &column);
                r.data[i * n + j] += along;
                column.iter_mut().zip(known).for_each(|(x, y)| *x -= along * y);
            }
        }
        let norm = dot(&column, &column).sqrt();
        if norm > 1e-13 * length {
            r.data[j * n + j] = norm;
            q.push(column.into_iter().map(|x| x / norm).collect());
        } else {
            // The rest is only rounding, so any orthogonal direction is right.
            let column = another(&q, x);
            q.push(column);
        }
    }
    r.data.iter_mut().for_each(|x| *x *= power);
    Some((DenseMatrix::from_cols(x.rows, &q), r))
}
