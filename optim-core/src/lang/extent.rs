//! Extents: the dimensions of a value, and their sizes for one parameter.

use std::fmt;
use std::ops::Range;

use super::op::Over;
use crate::shape::{Dim, Dims, ParamShape};

/// A batch index, a row and a column.
pub(crate) type Place = [usize; 3];

/// The dimensions of a value of a graph, and their sizes.
///
/// A scalar is one number. Any other value has as many matrices as the parameter, each of the same rows and columns; along a
/// dimension that is [`Dim::One`] it is broadcast. Numbers along an axis, [`Dim::Along`] and [`Dim::Without`], are one
/// row for the whole parameter: they can be combined with others of the same axis, and a lift repeats them for every element. The *kind* of a
/// value says which dimensions it may have. It may have smaller ones: `full(0.5)` is a tensor with dimensions `(1, 1)`, which can be
/// broadcast to a tensor of any dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueExtent {
    dims: Option<Dims>,
    /// The sizes of `dims`, computed once.
    sizes: [usize; 3],
}

impl ValueExtent {
    /// The extent of a single number.
    pub const ONE: ValueExtent = ValueExtent { dims: None, sizes: [1; 3] };

    /// The extent of a value with these dimensions, or of this kind, for a parameter of this shape.
    pub fn of(dims: impl Into<Option<Dims>>, shape: ParamShape) -> ValueExtent {
        let dims = dims.into();
        ValueExtent { dims, sizes: shape.sizes(dims) }
    }

    /// The extent with the dimensions of `other` where this value is broadcast.
    pub(super) fn complete(self, other: impl Into<Option<Dims>>, shape: ParamShape) -> ValueExtent {
        match (self.dims, other.into()) {
            // Numbers along an axis have all rows and columns after broadcasting.
            (Some(own), Some(other)) if own.is_of_axis() && !other.rows.is_one() => ValueExtent::of(other, shape),
            (own, other) => ValueExtent::of(Dims::fill(own, other), shape),
        }
    }

    /// Returns true for numbers along an axis, or along all other axes.
    pub(crate) fn is_of_axis(self) -> bool {
        self.dims.is_some_and(Dims::is_of_axis)
    }

    /// The dimensions; `None` for a scalar.
    pub fn dims(self) -> Option<Dims> {
        self.dims
    }

    /// The extent of an elementwise result of two values. Their dimensions must have the same size, or one of them must be
    /// [`Dim::One`]; `None` otherwise.
    pub fn join(self, other: ValueExtent) -> Option<ValueExtent> {
        let (Some(a), Some(b)) = (self.dims, other.dims) else {
            return Some(if self.dims.is_some() { self } else { other });
        };
        if a.is_of_axis() || b.is_of_axis() {
            return (a == b).then_some(self);
        }
        let [batch, m, n] = self.sizes;
        let [other_batch, p, q] = other.sizes;
        let meet = |a: (Dim, usize), b: (Dim, usize)| match (a.0, b.0) {
            (Dim::One, _) => Some(b),
            (_, Dim::One) => Some(a),
            _ => (a.1 == b.1).then_some(a),
        };
        let (rows, m) = meet((a.rows, m), (b.rows, p))?;
        let (cols, n) = meet((a.cols, n), (b.cols, q))?;
        (batch == other_batch).then_some(ValueExtent { dims: Some(Dims::new(rows, cols)), sizes: [batch, m, n] })
    }

    /// Returns true if broadcasting this value gives as many numbers as `other` has. Dimensions of one size may have two names.
    pub(super) fn broadcasts_to(self, other: ValueExtent) -> bool {
        if self.is_of_axis() && other.dims == Some(Dims::TENSOR) {
            return true;
        }
        self.join(other).is_some_and(|joined| joined.sizes == other.sizes && joined.repeated() == other.repeated())
    }

    /// The extent of a matrix product, `(a, b)` by `(b, c)`; `None` if the inner sizes differ.
    pub fn matmul(self, right: ValueExtent) -> Option<ValueExtent> {
        let [batch, m, inner] = self.sizes;
        let [right_batch, right_inner, n] = right.sizes;
        let dims = Dims::new(self.dims?.rows, right.dims?.cols);
        let fits = inner == right_inner && batch == right_batch;
        fits.then_some(ValueExtent { dims: Some(dims), sizes: [batch, m, n] })
    }

    /// The extent of the transposed value.
    #[must_use]
    pub fn t(self) -> ValueExtent {
        let [batch, rows, cols] = self.sizes;
        ValueExtent { dims: self.dims.map(Dims::t), sizes: [batch, cols, rows] }
    }

    /// The dimension of its columns.
    pub(super) fn cols(self) -> Dim {
        self.dims.map_or(Dim::One, |dims| dims.cols)
    }

    /// The smaller one of the two dimensions.
    pub(super) fn smaller_side(self, shape: ParamShape) -> Dim {
        self.dims.map_or(Dim::One, |dims| dims.rows.min(dims.cols, shape))
    }

    /// The extent with other columns.
    pub(super) fn with_cols(self, cols: Dim, shape: ParamShape) -> ValueExtent {
        ValueExtent::of(self.dims.map(|dims| Dims { cols, ..dims }), shape)
    }

    /// The extent of one row with as many columns as this one has rows.
    pub(super) fn diagonal(self, shape: ParamShape) -> ValueExtent {
        ValueExtent::of(self.dims.map(|dims| Dims::new(Dim::One, dims.rows)), shape)
    }

    /// The extent of a reduction.
    #[must_use]
    pub fn reduce(self, over: Over) -> ValueExtent {
        let [batch, rows, cols] = self.sizes;
        let Some(dims) = self.dims else { return self };
        let (dims, sizes) = match over {
            Over::All => return ValueExtent::ONE,
            Over::Row => (Dims { cols: Dim::One, ..dims }, [batch, rows, 1]),
            Over::Col => (Dims { rows: Dim::One, ..dims }, [batch, 1, cols]),
            Over::Matrix => (Dims::MATRICES, [batch, 1, 1]),
        };
        ValueExtent { dims: Some(dims), sizes }
    }

    /// The sizes along batch, rows and columns; 1 where the value is broadcast.
    pub fn sizes(self) -> (usize, usize, usize) {
        let [batch, rows, cols] = self.sizes;
        (batch, rows, cols)
    }

    /// The sizes along batch, rows and columns, as an array.
    pub(crate) fn shape(self) -> [usize; 3] {
        self.sizes
    }

    /// The number of different values.
    pub fn len(self) -> usize {
        self.sizes.into_iter().fold(1, usize::saturating_mul)
    }

    /// Returns true if there are no values.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns true for each of batch, rows and columns along which the value is broadcast.
    fn repeated(self) -> [bool; 3] {
        self.dims.map_or([true; 3], |dims| [dims.is_of_axis(), dims.rows == Dim::One, dims.cols == Dim::One])
    }

    /// The distances of neighbours along batch, rows and columns in C order; 0 where the value is broadcast.
    pub(crate) fn strides(self) -> [usize; 3] {
        let [_, rows, cols] = self.sizes;
        let [batch_repeated, row_repeated, col_repeated] = self.repeated();
        let stride = |repeated: bool, size: usize| if repeated { 0 } else { size };
        [stride(batch_repeated, rows.saturating_mul(cols)), stride(row_repeated, cols), stride(col_repeated, 1)]
    }

    /// All batch indices, rows and columns.
    pub(crate) fn ranges(self) -> [Range<usize>; 3] {
        self.sizes.map(|size| 0..size)
    }

    /// The index of the number along an axis that belongs to an element of the parameter.
    pub(crate) fn of_element(self, [batch, row, col]: Place, shape: ParamShape) -> Place {
        let element = (batch * shape.rows() + row) * shape.cols() + col;
        let at = |axis: usize| {
            let [_, size, behind] = shape.around(axis);
            [element / behind / size, element / behind % size, element % behind]
        };
        match self.cols() {
            Dim::Along(axis) => [0, 0, at(axis)[1]],
            Dim::Without(axis) => {
                let ([before, _, behind], [_, _, others]) = (at(axis), shape.around(axis));
                [0, 0, before * others + behind]
            }
            _ => [batch, row, col],
        }
    }

    /// For each number of a reduction along an axis, the positions in this value that it combines.
    pub(crate) fn groups_along(self, result: ValueExtent, shape: ParamShape) -> Vec<Vec<Place>> {
        let mut groups = vec![Vec::new(); result.len()];
        let [batches, rows, cols] = self.ranges();
        let rows = batches.flat_map(|batch| rows.clone().map(move |row| (batch, row)));
        for place in rows.flat_map(|(batch, row)| cols.clone().map(move |col| [batch, row, col])) {
            let [_, _, group] = if self.is_of_axis() { place } else { result.of_element(place, shape) };
            groups[group].push(place);
        }
        groups
    }

    /// The positions in this value that a reduction combines for one position of the result.
    pub(crate) fn group(self, result: ValueExtent, place: Place) -> [Range<usize>; 3] {
        let repeated = result.repeated();
        let along = |axis: usize| if repeated[axis] { 0..self.sizes[axis] } else { place[axis]..place[axis] + 1 };
        [along(0), along(1), along(2)]
    }

    /// The dimensions as text, for messages.
    pub(super) fn names(self) -> String {
        self.dims.map_or_else(|| "scalar".to_owned(), |dims| dims.to_string())
    }
}

/// `2x4x3` for two matrices of 4 rows and 3 columns, `_` where the value is broadcast, `1` for a single number, `4` for numbers along an axis.
impl fmt::Display for ValueExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dims.is_none() {
            return f.write_str("1");
        }
        if self.is_of_axis() {
            return write!(f, "{}", self.len());
        }
        for (axis, (size, repeated)) in self.sizes.iter().zip(self.repeated()).enumerate() {
            if axis > 0 {
                f.write_str("x")?;
            }
            if repeated { f.write_str("_")? } else { write!(f, "{size}")? }
        }
        Ok(())
    }
}
