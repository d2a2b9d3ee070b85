//! A matrix of double-precision numbers.

/// A matrix in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DenseMatrix {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) data: Vec<f64>,
}

impl DenseMatrix {
    pub(crate) fn from_fn(rows: usize, cols: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * cols);
        for row in 0..rows {
            data.extend((0..cols).map(|col| f(row, col)));
        }
        Self { rows, cols, data }
    }

    pub(crate) fn at(&self, row: usize, col: usize) -> f64 {
        self.data[row * self.cols + col]
    }

    /// The number of a 1 by 1 matrix.
    pub(super) fn number(&self) -> Option<f64> {
        self.data.first().copied()
    }

    pub(super) fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.is_finite())
    }

    pub(super) fn t(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |r, c| self.at(c, r))
    }

    pub(super) fn col(&self, col: usize) -> Vec<f64> {
        (0..self.rows).map(|row| self.at(row, col)).collect()
    }

    /// A matrix from its columns, which have `rows` components each.
    pub(super) fn from_cols(rows: usize, cols: &[Vec<f64>]) -> Self {
        Self::from_fn(rows, cols.len(), |r, c| cols[c][r])
    }

    /// The largest absolute value; 0 for an empty matrix.
    pub(crate) fn largest(&self) -> f64 {
        self.data.iter().fold(0.0, |largest, x| super::larger(x.abs(), largest))
    }

    /// The matrix divided by a power of two, and that power. The division is exact, and no square of the numbers overflows
    /// afterwards. `None` if a number is infinite or NaN.
    pub(super) fn scaled(&self) -> Option<(Self, f64)> {
        if !self.is_finite() {
            return None;
        }
        let largest = self.largest();
        if largest == 0.0 {
            return Some((self.clone(), 1.0));
        }
        // The exponent of the largest number. Subnormal numbers count as the smallest normal one.
        let exponent = ((largest.to_bits() >> 52) as i32 - 1023).max(-1022);
        let (power, inverse) = (2.0_f64.powi(exponent), 2.0_f64.powi(-exponent));
        Some((Self::from_fn(self.rows, self.cols, |r, c| self.at(r, c) * inverse), power))
    }

    /// `(x + xᵀ) / 2`
    pub(super) fn symmetric_part(&self) -> Self {
        Self::from_fn(self.rows, self.cols, |r, c| 0.5 * (self.at(r, c) + self.at(c, r)))
    }
}
