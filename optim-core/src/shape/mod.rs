//! Shape of a parameter as a step sees it: a batch of matrices, and the dimensions of values next to it.

mod axis_sizes;
mod dims;
mod view;

pub use dims::{Dim, Dims};
pub use view::ParamView;

use axis_sizes::AxisSizes;

/// A parameter's shape, read as a batch of matrices over its last two axes.
///
/// `cols` is the size of the last axis, `rows` of the one before it, `batch` the product of all others; each is 1
/// where the axis does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParamShape {
    ndim: usize,
    batch: usize,
    rows: usize,
    cols: usize,
    /// The sizes of all axes, where the last two are not all.
    sizes: AxisSizes,
}

impl ParamShape {
    /// Reads the shape of an array. Products that do not fit saturate, so that no input panics.
    #[must_use]
    pub fn of(shape: &[usize]) -> Self {
        let (batch, rows, cols) = match *shape {
            [] => (1, 1, 1),
            [cols] => (1, 1, cols),
            [ref batch @ .., rows, cols] => {
                (batch.iter().fold(1, |product: usize, &size| product.saturating_mul(size)), rows, cols)
            }
        };
        Self { ndim: shape.len(), batch, rows, cols, sizes: AxisSizes::of(shape) }
    }

    /// Number of axes of the parameter.
    #[must_use]
    pub const fn ndim(self) -> usize {
        self.ndim
    }

    /// Size of an axis, counted from the first; 1 where it does not exist.
    #[must_use]
    pub fn dim(self, axis: usize) -> usize {
        match (self.ndim, axis) {
            (ndim, axis) if axis >= ndim => 1,
            (ndim, axis) if axis + 1 == ndim => self.cols,
            (ndim, axis) if axis + 2 == ndim => self.rows,
            _ => self.sizes.get(axis),
        }
    }

    /// The number of elements before an axis, along it, and behind it: the sizes of the parameter as a batch of matrices whose rows are that axis.
    #[must_use]
    pub fn around(self, axis: usize) -> [usize; 3] {
        let product = |axes: std::ops::Range<usize>| axes.fold(1_usize, |n, axis| n.saturating_mul(self.dim(axis)));
        [product(0..axis.min(self.ndim)), self.dim(axis), product(axis.saturating_add(1)..self.ndim)]
    }

    /// The most numbers along one axis, or `without` it, whichever axis that is.
    #[must_use]
    pub fn longest(self, without: bool) -> usize {
        let dim = |axis| if without { Dim::Without(axis) } else { Dim::Along(axis) };
        (0..=self.ndim).map(|axis| self.size(dim(axis))).max().unwrap_or(1)
    }

    /// The most numbers that are left when those behind an axis are reduced, which is neither the first nor the last one.
    #[must_use]
    pub fn longest_part(self) -> usize {
        let part = |axis| {
            let [before, size, _] = self.around(axis);
            before.saturating_mul(size)
        };
        (1..self.ndim.saturating_sub(1)).map(part).max().unwrap_or(0)
    }

    /// Number of elements.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "the name of the step language; emptiness is len() == 0")]
    pub const fn len(self) -> usize {
        self.batch.saturating_mul(self.rows).saturating_mul(self.cols)
    }

    /// Size of the second-last axis, 1 if there is none.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows
    }

    /// Size of the last axis, 1 if there is none.
    #[must_use]
    pub const fn cols(self) -> usize {
        self.cols
    }

    /// Number of matrices: the product of all axes before the last two.
    #[must_use]
    pub const fn batch(self) -> usize {
        self.batch
    }

    /// Size of a dimension.
    #[must_use]
    pub fn size(self, dim: Dim) -> usize {
        match dim {
            Dim::One => 1,
            Dim::Rows => self.rows,
            Dim::Cols => self.cols,
            Dim::Size(size) => size,
            Dim::Along(axis) => self.dim(axis),
            Dim::Without(axis) => {
                let [before, _, behind] = self.around(axis);
                before.saturating_mul(behind)
            }
        }
    }

    /// Number of matrices, of their rows and of their columns, of a value with these dimensions; all 1 for a scalar. Numbers along an axis
    /// are one matrix of one row.
    pub fn sizes(self, dims: impl Into<Option<Dims>>) -> [usize; 3] {
        self.sizes_of(dims.into())
    }

    fn sizes_of(self, dims: Option<Dims>) -> [usize; 3] {
        match dims {
            None => [1; 3],
            Some(dims) if dims.is_of_axis() => [1, self.size(dims.rows), self.size(dims.cols)],
            Some(Dims { rows, cols }) => [self.batch, self.size(rows), self.size(cols)],
        }
    }

    /// The number of elements that a value of this kind holds for a parameter of this shape.
    #[must_use]
    pub fn axes_len(self, axes: Axes) -> usize {
        let [batch, rows, cols] = self.sizes_of(axes.dims());
        batch.saturating_mul(rows).saturating_mul(cols)
    }
}

/// The axes of a value: its kind, as the step language calls it.
///
/// Kinds are names for the most common [`Dims`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axes {
    /// One number per parameter.
    Scalar,
    /// One number per matrix of the last two axes.
    Matrices,
    /// One number per row.
    Rows,
    /// One number per column.
    Cols,
    /// One number per element.
    Tensor,
}

impl Axes {
    /// The dimensions of the kind's values; a scalar has none.
    #[must_use]
    pub const fn dims(self) -> Option<Dims> {
        match self {
            Self::Scalar => None,
            Self::Matrices => Some(Dims::MATRICES),
            Self::Rows => Some(Dims::ROWS),
            Self::Cols => Some(Dims::COLS),
            Self::Tensor => Some(Dims::TENSOR),
        }
    }

    /// The kind of a value with these dimensions, whatever those are that are not `1`: `(cols, rows)` is a tensor too.
    #[must_use]
    pub const fn of(dims: Option<Dims>) -> Self {
        match dims {
            None => Self::Scalar,
            Some(Dims { rows: Dim::One, cols: Dim::One }) => Self::Matrices,
            Some(Dims { cols: Dim::One, .. }) => Self::Rows,
            Some(Dims { rows: Dim::One, .. }) => Self::Cols,
            Some(_) => Self::Tensor,
        }
    }

    /// The kind of an elementwise result of two values: every axis that either of them has.
    #[must_use]
    pub const fn join(self, other: Self) -> Self {
        Self::of(Dims::fill(self.dims(), other.dims()))
    }

    /// Which of batch, rows and columns it has numbers for.
    #[must_use]
    pub(crate) const fn flags(self) -> [bool; 3] {
        match self {
            Self::Scalar => [false; 3],
            Self::Matrices => [true, false, false],
            Self::Rows => [true, true, false],
            Self::Cols => [true, false, true],
            Self::Tensor => [true; 3],
        }
    }

    /// The kind of what has numbers for these. Only a scalar has none for the batch.
    #[must_use]
    pub(crate) const fn of_flags(flags: [bool; 3]) -> Self {
        match flags {
            [false, ..] => Self::Scalar,
            [true, false, false] => Self::Matrices,
            [true, true, false] => Self::Rows,
            [true, false, true] => Self::Cols,
            [true, true, true] => Self::Tensor,
        }
    }

    /// Shape of a state array of this kind for a parameter of the given shape, see [`Dims::array_shape`]; empty for a
    /// scalar.
    #[must_use]
    pub fn state_shape(self, shape: &[usize]) -> Vec<usize> {
        self.dims().map_or_else(Vec::new, |dims| dims.array_shape(shape))
    }

    /// The kind's name in the step language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "Scalar",
            Self::Matrices => "Matrices",
            Self::Rows => "Rows",
            Self::Cols => "Cols",
            Self::Tensor => "Tensor",
        }
    }

    /// The kind's name in `state <…>` and in graphs.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Matrices => "matrices",
            Self::Rows => "rows",
            Self::Cols => "cols",
            Self::Tensor => "tensor",
        }
    }
}

impl From<Axes> for Option<Dims> {
    fn from(axes: Axes) -> Self {
        axes.dims()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_to_a_batch_of_matrices() {
        let shape = |s: &[usize]| {
            let shape = ParamShape::of(s);
            (shape.ndim(), shape.batch(), shape.rows(), shape.cols(), shape.len())
        };
        assert_eq!(shape(&[]), (0, 1, 1, 1, 1));
        assert_eq!(shape(&[5]), (1, 1, 1, 5, 5));
        assert_eq!(shape(&[2, 5]), (2, 1, 2, 5, 10));
        assert_eq!(shape(&[3, 4, 2, 5]), (4, 12, 2, 5, 120));
        assert_eq!(shape(&[usize::MAX, 0, usize::MAX, 2, 5]).4, 0);
        assert_eq!(shape(&[usize::MAX, usize::MAX, 2, 2, 5]).4, usize::MAX);
    }

    #[test]
    fn state_shapes_hold_as_many_numbers_as_their_kind() {
        for axes in [Axes::Scalar, Axes::Matrices, Axes::Rows, Axes::Cols, Axes::Tensor] {
            assert_eq!(Axes::of_flags(axes.flags()), axes);
            for shape in [&[][..], &[7], &[4, 5], &[3, 4, 5], &[2, 0, 5]] {
                let len: usize = axes.state_shape(shape).iter().product();
                assert_eq!(len, ParamShape::of(shape).axes_len(axes), "{axes:?} of {shape:?}");
            }
        }
        assert_eq!(Axes::Rows.flags(), [true, true, false]);
        assert_eq!(Axes::Rows.state_shape(&[3, 4, 5]), [3, 4]);
        assert_eq!(Axes::Cols.state_shape(&[3, 4, 5]), [3, 5]);
        assert_eq!(Axes::Cols.state_shape(&[7]), [7]);
    }
}
