//! The dimensions of a value, by name.

use std::fmt;

use super::ParamShape;

/// One dimension of a value: how many rows, or how many columns, each of its matrices has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// `1`. Where the value meets another one, it is repeated along this dimension.
    One,
    /// The rows of the parameter, `param.rows()`.
    Rows,
    /// The columns of the parameter, `param.cols()`.
    Cols,
    /// A fixed number. It is never repeated, not even if it is 1.
    Size(usize),
    /// The numbers along this axis of the parameter, counted from the first. Only as columns of one row, and of one matrix for the whole
    /// parameter: along the other axes the value is repeated.
    Along(usize),
    /// The numbers along all axes of the parameter but this one, in C order. As `Along` in all else.
    Without(usize),
}

impl Dim {
    /// The smaller of two dimensions, `min(rows, cols)`; `self` if they are equal.
    ///
    /// ```
    /// use optim_core::shape::{Dim, ParamShape};
    ///
    /// assert_eq!(Dim::Rows.min(Dim::Cols, ParamShape::of(&[2, 3])), Dim::Rows);
    /// assert_eq!(Dim::Rows.min(Dim::Cols, ParamShape::of(&[3, 2])), Dim::Cols);
    /// ```
    #[must_use]
    pub fn min(self, other: Self, shape: ParamShape) -> Self {
        if shape.size(other) < shape.size(self) { other } else { self }
    }

    pub(crate) const fn is_one(self) -> bool {
        matches!(self, Self::One)
    }

    /// Returns true for numbers along axes that are counted from the first.
    pub(crate) const fn is_of_axis(self) -> bool {
        matches!(self, Self::Along(_) | Self::Without(_))
    }

    /// An axis, and true for the numbers along all others. Any other dimension stands for an axis that is not there.
    pub(crate) const fn axis(self) -> (usize, bool) {
        match self {
            Self::Along(axis) => (axis, false),
            Self::Without(axis) => (axis, true),
            Self::One | Self::Rows | Self::Cols | Self::Size(_) => (usize::MAX, false),
        }
    }

    const fn or(self, other: Self) -> Self {
        if self.is_one() { other } else { self }
    }
}

/// `1`, `rows`, `cols`, a number, `along(0)` or `without(0)`.
impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("1"),
            Self::Rows => f.write_str("rows"),
            Self::Cols => f.write_str("cols"),
            Self::Size(size) => write!(f, "{size}"),
            Self::Along(axis) => write!(f, "along({axis})"),
            Self::Without(axis) => write!(f, "without({axis})"),
        }
    }
}

/// The dimensions of a value for each matrix of the parameter.
///
/// They are what the kinds of value stand for: [`Axes::dims`](super::Axes::dims) gives those of a kind. A scalar is one
/// number for all matrices and has no dimensions, so its are `None`. [`ParamShape::sizes`] gives the numbers.
///
/// ```
/// use optim_core::shape::{Dim, Dims};
///
/// assert_eq!(Dims::TENSOR.t(), Dims::new(Dim::Cols, Dim::Rows));
/// assert_eq!(Dims::ROWS.to_string(), "(rows, 1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dims {
    /// Rows of each matrix.
    pub rows: Dim,
    /// Columns of each matrix.
    pub cols: Dim,
}

impl Dims {
    /// `(rows, cols)`: the dimensions of the parameter.
    pub const TENSOR: Self = Self::new(Dim::Rows, Dim::Cols);
    /// `(rows, 1)`: one number per row.
    pub const ROWS: Self = Self::new(Dim::Rows, Dim::One);
    /// `(1, cols)`: one number per column.
    pub const COLS: Self = Self::new(Dim::One, Dim::Cols);
    /// `(1, 1)`: one number per matrix.
    pub const MATRICES: Self = Self::new(Dim::One, Dim::One);

    /// Matrices of these rows and columns.
    #[must_use]
    pub const fn new(rows: Dim, cols: Dim) -> Self {
        Self { rows, cols }
    }

    /// One row of these columns: of numbers along an axis, or along all others.
    #[must_use]
    pub const fn row(cols: Dim) -> Self {
        Self::new(Dim::One, cols)
    }

    /// Returns true for numbers along axes that are counted from the first: one row of them for the whole parameter.
    pub(crate) const fn is_of_axis(self) -> bool {
        self.cols.is_of_axis()
    }

    /// The dimensions of the transposed value.
    #[must_use]
    pub const fn t(self) -> Self {
        Self::new(self.cols, self.rows)
    }

    /// `dims`, with a dimension of `other` in place of each 1.
    pub(crate) const fn fill(dims: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (dims, other) {
            (Some(a), Some(b)) => Some(Self::new(a.rows.or(b.rows), a.cols.or(b.cols))),
            (None, dims) | (dims, None) => dims,
        }
    }

    /// Shape of an array with these dimensions for a parameter of the given shape.
    ///
    /// An array of a kind has the parameter's axes without the ones that are `1`; axes that do not exist are not dropped. Numbers along
    /// an axis have that axis, or all others. Any other pair is the leading axes and both dimensions, ones included.
    #[must_use]
    pub fn array_shape(self, shape: &[usize]) -> Vec<usize> {
        match self.cols {
            Dim::Along(axis) => return vec![shape.get(axis).copied().unwrap_or(1)],
            Dim::Without(axis) => {
                return shape.iter().enumerate().filter(|(own, _)| *own != axis).map(|(_, size)| *size).collect();
            }
            _ => {}
        }
        let (Dim::One | Dim::Rows, Dim::One | Dim::Cols) = (self.rows, self.cols) else {
            return self.pair_shape(shape);
        };
        let (leading, last) = shape.split_at(shape.len().saturating_sub(2));
        let of = ParamShape::of(shape);
        let row = (last.len() == 2 && !self.rows.is_one()).then(|| of.rows());
        let col = (!last.is_empty() && !self.cols.is_one()).then(|| of.cols());
        leading.iter().copied().chain(row).chain(col).collect()
    }

    /// The shape of an array that was declared with a pair: the leading axes and both dimensions, ones included. The pair may equal the
    /// dimensions of a kind, as `(min(rows, cols), 1)` may.
    #[must_use]
    pub fn pair_shape(self, shape: &[usize]) -> Vec<usize> {
        if self.is_of_axis() {
            return self.array_shape(shape);
        }
        let (leading, of) = (&shape[..shape.len().saturating_sub(2)], ParamShape::of(shape));
        leading.iter().copied().chain([of.size(self.rows), of.size(self.cols)]).collect()
    }
}

/// `(rows, 1)`; for numbers along an axis, `along(0)`.
impl fmt::Display for Dims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_of_axis() && self.rows.is_one() {
            return self.cols.fmt(f);
        }
        write!(f, "({}, {})", self.rows, self.cols)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Axes;

    #[test]
    fn kinds_are_pairs() {
        let pairs = [
            (Axes::Scalar, None, "scalar"),
            (Axes::Matrices, Some(Dims::MATRICES), "(1, 1)"),
            (Axes::Rows, Some(Dims::ROWS), "(rows, 1)"),
            (Axes::Cols, Some(Dims::COLS), "(1, cols)"),
            (Axes::Tensor, Some(Dims::TENSOR), "(rows, cols)"),
        ];
        for (axes, dims, text) in pairs {
            assert_eq!(axes.dims(), dims);
            assert_eq!(Axes::of(dims), axes);
            assert_eq!(Option::<Dims>::from(axes), dims);
            assert_eq!(dims.map_or_else(|| "scalar".to_owned(), |dims| dims.to_string()), text);
        }
        let kind = |rows, cols| Axes::of(Some(Dims::new(rows, cols)));
        assert_eq!(kind(Dim::Rows, Dim::Rows), Axes::Tensor);
        assert_eq!(kind(Dim::Cols, Dim::Size(1)), Axes::Tensor);
        assert_eq!(kind(Dim::Cols, Dim::One), Axes::Rows);
        assert_eq!(kind(Dim::One, Dim::Size(4)), Axes::Cols);
    }

    #[test]
    fn a_transposed_value_swaps_its_dimensions() {
        assert_eq!(Dims::ROWS.t().to_string(), "(1, rows)");
        assert_eq!(Dims::COLS.t().to_string(), "(cols, 1)");
        assert_eq!(Dims::MATRICES.t(), Dims::MATRICES);
        assert_eq!(Dims::new(Dim::Cols, Dim::Size(4)).t().to_string(), "(4, cols)");
        assert_eq!(Dims::TENSOR.t().t(), Dims::TENSOR);
    }

    #[test]
    fn the_smaller_dimension_keeps_its_name() {
        let (tall, wide, square) = (ParamShape::of(&[5, 3]), ParamShape::of(&[3, 5]), ParamShape::of(&[4, 4]));
        assert_eq!(
            [tall, wide, square].map(|shape| Dim::Rows.min(Dim::Cols, shape)),
            [Dim::Cols, Dim::Rows, Dim::Rows]
        );
        assert_eq!(Dim::Size(4).min(Dim::Cols, tall), Dim::Cols);
        assert_eq!(Dim::Size(4).min(Dim::Rows, tall), Dim::Size(4));
        assert_eq!(Dim::One.min(Dim::Rows, ParamShape::of(&[0, 3])), Dim::Rows);
    }

    /// Arrays of the kinds leave out axes. Others have both, at fixed positions.
    #[test]
    fn arrays_of_other_pairs_have_both_dimensions() {
        use Dim::{Cols, One, Rows, Size};
        let array = |rows, cols, shape: &[usize]| Dims::new(rows, cols).array_shape(shape);
        assert_eq!(array(Rows, Rows, &[3, 4, 5]), [3, 4, 4]);
        assert_eq!(array(Cols, Size(2), &[3, 4, 5]), [3, 5, 2]);
        assert_eq!(array(Cols, One, &[3, 4, 5]), [3, 5, 1]);
        assert_eq!(array(One, Size(1), &[6, 3, 4, 5]), [6, 3, 1, 1]);
        assert_eq!(array(Rows, Rows, &[5]), [1, 1]);
        assert_eq!(array(Cols, Cols, &[5]), [5, 5]);
        assert_eq!(array(Cols, Rows, &[]), [1, 1]);
        assert_eq!(array(Rows, Rows, &[0, 2]), [0, 0]);
        for shape in [&[][..], &[7], &[4, 5], &[3, 4, 5], &[2, 0, 5], &[6, 3, 4, 5]] {
            for dims in [(Rows, Rows), (Cols, Rows), (One, Rows), (Size(3), One), (Rows, Cols), (Rows, One), (One, One)]
            {
                let dims = Dims::new(dims.0, dims.1);
                let len: usize = dims.array_shape(shape).iter().product();
                let sizes = ParamShape::of(shape).sizes(dims);
                assert_eq!(len, sizes.into_iter().product::<usize>(), "{dims} of {shape:?}");
            }
        }
    }
}
