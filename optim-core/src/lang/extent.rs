//! How large a value is: three sizes, each of which may be absent.

use std::fmt;

use crate::shape::{Axes, ParamShape};

/// Sizes of a value along the batch, row and column axes; `None` is an axis along which the value does not vary.
///
/// The kind of a value ([`Axes`]) says which axes it may have, the extent which it has: `full(0.5)` is a tensor
/// without any axis, fit to meet a tensor of any size, a product of two matrices has sizes of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Extent {
    /// Number of matrices.
    pub batch: Option<usize>,
    /// Number of rows of each matrix.
    pub rows: Option<usize>,
    /// Number of columns of each matrix.
    pub cols: Option<usize>,
}

impl Extent {
    /// The extent of a single number.
    pub const ONE: Extent = Extent { batch: None, rows: None, cols: None };

    /// The extent of a value of kind `axes` of a parameter of this shape.
    pub fn of(axes: Axes, shape: ParamShape) -> Extent {
        Extent::ONE.complete(axes, shape)
    }

    /// Fills in the absent axes that a value of kind `axes` should have, with the sizes of the parameter.
    pub fn complete(self, axes: Axes, shape: ParamShape) -> Extent {
        let (batch, rows, cols) = match axes {
            Axes::Scalar => (false, false, false),
            Axes::Matrices => (true, false, false),
            Axes::Rows => (true, true, false),
            Axes::Cols => (true, false, true),
            Axes::Tensor => (true, true, true),
        };
        Extent {
            batch: self.batch.or(batch.then(|| shape.batch())),
            rows: self.rows.or(rows.then(|| shape.rows())),
            cols: self.cols.or(cols.then(|| shape.cols())),
        }
    }

    /// The extent of two values taken together: absent axes broadcast, present ones must agree (else `None`).
    pub fn join(self, other: Extent) -> Option<Extent> {
        let axis = |a: Option<usize>, b: Option<usize>| match (a, b) {
            (Some(a), Some(b)) if a != b => None,
            _ => Some(a.or(b)),
        };
        Some(Extent {
            batch: axis(self.batch, other.batch)?,
            rows: axis(self.rows, other.rows)?,
            cols: axis(self.cols, other.cols)?,
        })
    }

    /// Sizes along batch, rows and columns, 1 for an absent axis.
    pub fn sizes(self) -> (usize, usize, usize) {
        (self.batch.unwrap_or(1), self.rows.unwrap_or(1), self.cols.unwrap_or(1))
    }

    /// Number of different values.
    pub fn len(self) -> usize {
        let (batch, rows, cols) = self.sizes();
        batch.saturating_mul(rows).saturating_mul(cols)
    }

    /// Whether there are no values.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// `2x4x3` for two matrices of 4 rows and 3 columns, `_` for an absent axis, `1` for a single number.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Extent::ONE {
            return f.write_str("1");
        }
        let axes = [self.batch, self.rows, self.cols];
        for (i, size) in axes.iter().enumerate() {
            if i > 0 {
                f.write_str("x")?;
            }
            match size {
                Some(size) => write!(f, "{size}")?,
                None => f.write_str("_")?,
            }
        }
        Ok(())
    }
}
