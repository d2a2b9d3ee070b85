//! The operations that the evaluator needs from a tensor library.

use crate::kernel::Fold;
use crate::lang::{Binary, Comparison, Dtype, Ternary, Unary};

/// The tensor operations of a library that a step needs. Implement it to run steps on the tensors of your library.
///
/// A tensor has rank 3: batch, rows, columns. [`ParamShape`](crate::shape::ParamShape) says which axes of a parameter these are. Operations
/// of several tensors broadcast axes of size 1. No tensor is empty: the evaluator does not call the backend for values
/// without elements.
///
/// # Requirements of the operations
///
/// - NaN stays NaN in `Min`, `Max`, `Clamp`, `Sign` and in reductions by `Max` and `Min`. A library whose `max` drops NaN selects:
///   `select(a > b or a != a, a, b)`, see [`compose::extremum`](super::compose::extremum).
/// - `Sign` of 0 is 0, of NaN is NaN.
/// - `Round` rounds half away from zero, see [`compose::round`](super::compose::round).
/// - `Rem` has the sign of the left side, as `%` in Rust.
/// - `Copysign` sees the sign of -0, see [`compose::copysign`](super::compose::copysign).
/// - `Hypot` does not overflow on the way, see [`compose::hypot`](super::compose::hypot).
///
/// The functions in [`compose`](super::compose) are composed from other operations of this trait. If an operation can't be composed,
/// [`compose::unary_on_host`](super::compose::unary_on_host) and [`compose::binary_on_host`](super::compose::binary_on_host) compute it
/// on the host, at the cost of a transfer in both directions. Otherwise return an error that names the operation.
pub trait Backend {
    /// A tensor of rank 3. Cheap to clone: by reference counting.
    type Tensor: Clone;
    /// A boolean for each element of a tensor. Cheap to clone.
    type Mask: Clone;
    /// The errors of the library.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The rounding of tensors. A library with another element type returns the nearest: it decides about the digits of uniform
    /// random numbers.
    fn dtype(&self) -> Dtype;

    /// A tensor of one number.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn fill(&self, value: f64, shape: [usize; 3]) -> Result<Self::Tensor, Self::Error>;

    /// Creates a tensor from values of the host: random numbers, results of decompositions, identity matrices. They are in C order, and
    /// are rounded to the element type.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn upload(&self, data: &[f64], shape: [usize; 3]) -> Result<Self::Tensor, Self::Error>;

    /// The elements in C order. It waits for the device.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn download(&self, x: &Self::Tensor) -> Result<Vec<f64>, Self::Error>;

    /// Batch, rows, columns.
    fn shape(&self, x: &Self::Tensor) -> [usize; 3];

    /// An elementwise function.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn unary(&self, op: Unary, x: &Self::Tensor) -> Result<Self::Tensor, Self::Error>;

    /// An elementwise function of two tensors.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn binary(&self, op: Binary, a: &Self::Tensor, b: &Self::Tensor) -> Result<Self::Tensor, Self::Error>;

    /// [`binary`](Self::binary) with a number on the right. By default the number becomes a tensor of one element.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn binary_number(&self, op: Binary, a: &Self::Tensor, b: f64) -> Result<Self::Tensor, Self::Error> {
        self.binary(op, a, &self.fill(b, [1; 3])?)
    }

    /// [`binary`](Self::binary) with a number on the left. By default the number becomes a tensor of one element.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn number_binary(&self, op: Binary, a: f64, b: &Self::Tensor) -> Result<Self::Tensor, Self::Error> {
        self.binary(op, &self.fill(a, [1; 3])?, b)
    }

    /// An elementwise function of three tensors. By default it is composed of [`binary`](Self::binary) functions.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn ternary(
        &self,
        op: Ternary,
        a: &Self::Tensor,
        b: &Self::Tensor,
        c: &Self::Tensor,
    ) -> Result<Self::Tensor, Self::Error> {
        match op {
            Ternary::Clamp => self.binary(Binary::Min, &self.binary(Binary::Max, a, b)?, c),
            Ternary::Lerp => {
                let distance = self.binary(Binary::Sub, b, a)?;
                self.binary(Binary::Add, a, &self.binary(Binary::Mul, c, &distance)?)
            }
        }
    }

    /// An integer power. By default by repeated squaring, in the order of the kernels.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn powi(&self, x: &Self::Tensor, n: i32) -> Result<Self::Tensor, Self::Error> {
        super::compose::powi(self, x, n)
    }

    /// A comparison.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn compare(&self, op: Comparison, a: &Self::Tensor, b: &Self::Tensor) -> Result<Self::Mask, Self::Error>;

    /// Both masks.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn and(&self, a: &Self::Mask, b: &Self::Mask) -> Result<Self::Mask, Self::Error>;

    /// One of two masks or both.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn or(&self, a: &Self::Mask, b: &Self::Mask) -> Result<Self::Mask, Self::Error>;

    /// The mask negated.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn not(&self, a: &Self::Mask) -> Result<Self::Mask, Self::Error>;

    /// `a` where the mask is true, else `b`; the three broadcast.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn select(&self, mask: &Self::Mask, a: &Self::Tensor, b: &Self::Tensor) -> Result<Self::Tensor, Self::Error>;

    /// A sum, the largest or the smallest element along the axes that are marked. These axes stay, with size 1.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn reduce(&self, fold: Fold, x: &Self::Tensor, axes: [bool; 3]) -> Result<Self::Tensor, Self::Error>;

    /// Products of the matrices of the last two axes, matrix by matrix of equal batches.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn matmul(&self, a: &Self::Tensor, b: &Self::Tensor) -> Result<Self::Tensor, Self::Error>;

    /// The last two axes exchanged.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn transpose(&self, x: &Self::Tensor) -> Result<Self::Tensor, Self::Error>;

    /// Axes of size 1 repeated. A view is fine.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn broadcast(&self, x: &Self::Tensor, shape: [usize; 3]) -> Result<Self::Tensor, Self::Error>;

    /// The same elements, in C order, in another shape of as many. A view is fine, and so is a tensor that is a view: repeated by
    /// [`broadcast`](Self::broadcast) or transposed. By default on the host.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn reshape(&self, x: &Self::Tensor, shape: [usize; 3]) -> Result<Self::Tensor, Self::Error> {
        super::compose::reshape_on_host(self, x, shape)
    }

    /// The first `n` columns. By default on the host.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn first_cols(&self, x: &Self::Tensor, n: usize) -> Result<Self::Tensor, Self::Error> {
        super::compose::first_cols_on_host(self, x, n)
    }

    /// Returns the same tensor in separate memory. The evaluator calls it if a step keeps a tensor that may be one of its arguments or a view
    /// of one, such as a state that is a copy of the parameter. The default returns the tensor itself, which is correct if tensors never
    /// change.
    ///
    /// # Errors
    ///
    /// Returns the errors of the library.
    fn keep(&self, x: Self::Tensor) -> Result<Self::Tensor, Self::Error> {
        Ok(x)
    }
}
