//! Reductions, and the linear algebra of the last two axes.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Mask, Matrices, Rows, Scalar, Tensor};
use super::join::Join;
use super::op::{Fold, Op, Over};
use super::record::{Slot, whole};

/// Values that reduce to one number: all kinds but a scalar, which is one already.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number",
    label = "this is a `{Self}`",
    note = "`Tensor`, `Rows`, `Cols` and `Matrices` do; `sum` and `mean` also count the true ones of a mask",
    note = "a `Scalar` or a fixed number is one number already"
)]
pub trait Reduce: Handle {}
impl Reduce for Tensor {}
impl Reduce for Rows {}
impl Reduce for Cols {}
impl Reduce for Matrices {}

/// Values that reduce to one number per row.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number per row",
    label = "this is a `{Self}`",
    note = "a `row_` function takes together the columns of each row: of a `Tensor` it makes `Rows`, of `Cols` it makes `Matrices`",
    note = "of `Rows`, take the columns together with a `col_` function, or all of a matrix with a `matrix_` function"
)]
pub trait ReduceRows: Handle {
    /// The kind without the column axis.
    type Output: Handle;
}
impl ReduceRows for Tensor {
    type Output = Rows;
}
impl ReduceRows for Cols {
    type Output = Matrices;
}

/// Values that reduce to one number per column.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number per column",
    label = "this is a `{Self}`",
    note = "a `col_` function takes together the rows of each column: of a `Tensor` it makes `Cols`, of `Rows` it makes `Matrices`",
    note = "of `Cols`, take the rows together with a `row_` function, or all of a matrix with a `matrix_` function"
)]
pub trait ReduceCols: Handle {
    /// The kind without the row axis.
    type Output: Handle;
}
impl ReduceCols for Tensor {
    type Output = Cols;
}
impl ReduceCols for Rows {
    type Output = Matrices;
}

/// Values that reduce to one number per matrix.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number per matrix",
    label = "this is a `{Self}`",
    note = "a `matrix_` function takes together the last two axes of a `Tensor`, of `Rows` or of `Cols`, and makes `Matrices`"
)]
pub trait ReduceMatrices: Handle {}
impl ReduceMatrices for Tensor {}
impl ReduceMatrices for Rows {}
impl ReduceMatrices for Cols {}

/// Numbers to add up, or masks to count: what `sum` and `mean` take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can be neither added up nor counted",
    label = "this is a `{Self}`",
    note = "`sum` and `mean` take a `Tensor`, `Rows`, `Cols` or `Matrices`, or a mask of one of them",
    note = "a `Scalar` or a fixed number is one number already"
)]
pub trait Count: Input {
    /// The kind of the numbers, or of the mask.
    type Of: Handle;
}
impl<K: Handle> Count for Mask<K> {
    type Of = K;
}
macro_rules! count {
    ($($Kind:ident)*) => {
        $(impl Count for $Kind {
            type Of = $Kind;
        })*
    };
}
count!(Tensor Rows Cols Matrices);

/// What matrices are multiplied and transposed as.
#[diagnostic::on_unimplemented(
    message = "linear algebra takes a `Tensor`, not `{Self}`",
    label = "this is a `{Self}`",
    note = "`matmul` and `t` work on the last two axes of a tensor; `full(x)` makes a tensor of rows, columns or a scalar"
)]
pub trait Matrix: Handle {}
impl Matrix for Tensor {}

/// One reduction, of as many numbers as the kind says.
fn reduce<Of: Handle, Out: Handle>(fold: Fold, over: Over, inputs: &[Slot]) -> Out {
    Out::make(Op::Reduce(fold, over), &whole(inputs, Of::AXES))
}

/// Sum of numbers (0 of none), or how many of a mask are true: one number of all.
pub fn sum<X: Count<Of = I>, I: Reduce>(x: X) -> Scalar {
    reduce::<I, _>(Fold::Sum, Over::All, &[x.slot()])
}

/// Sum of numbers (0 of none), or how many of a mask are true, of each row: the column axis goes.
pub fn row_sum<X: Count<Of = I>, I: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
    reduce::<I, _>(Fold::Sum, Over::Row, &[x.slot()])
}

/// Sum of numbers (0 of none), or how many of a mask are true, of each column: the row axis goes.
pub fn col_sum<X: Count<Of = I>, I: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
    reduce::<I, _>(Fold::Sum, Over::Col, &[x.slot()])
}

/// Sum of numbers (0 of none), or how many of a mask are true, of each matrix: both axes go.
pub fn matrix_sum<X: Count<Of = I>, I: ReduceMatrices>(x: X) -> Matrices {
    reduce::<I, _>(Fold::Sum, Over::Matrix, &[x.slot()])
}

/// Mean of numbers (NaN of none), or the share of a mask that is true: one number of all.
pub fn mean<X: Count<Of = I>, I: Reduce>(x: X) -> Scalar {
    reduce::<I, _>(Fold::Mean, Over::All, &[x.slot()])
}

/// Mean of numbers (NaN of none), or the share of a mask that is true, of each row: the column axis goes.
pub fn row_mean<X: Count<Of = I>, I: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
    reduce::<I, _>(Fold::Mean, Over::Row, &[x.slot()])
}

/// Mean of numbers (NaN of none), or the share of a mask that is true, of each column: the row axis goes.
pub fn col_mean<X: Count<Of = I>, I: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
    reduce::<I, _>(Fold::Mean, Over::Col, &[x.slot()])
}

/// Mean of numbers (NaN of none), or the share of a mask that is true, of each matrix: both axes go.
pub fn matrix_mean<X: Count<Of = I>, I: ReduceMatrices>(x: X) -> Matrices {
    reduce::<I, _>(Fold::Mean, Over::Matrix, &[x.slot()])
}

/// Square root of the sum of squares (0 of none): one number of all.
pub fn norm<X: Reduce>(x: X) -> Scalar {
    reduce::<X, _>(Fold::Norm, Over::All, &[x.slot()])
}

/// Square root of the sum of squares (0 of none), of each row: the column axis goes.
pub fn row_norm<X: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Norm, Over::Row, &[x.slot()])
}

/// Square root of the sum of squares (0 of none), of each column: the row axis goes.
pub fn col_norm<X: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Norm, Over::Col, &[x.slot()])
}

/// Square root of the sum of squares (0 of none), of each matrix: both axes go.
pub fn matrix_norm<X: ReduceMatrices>(x: X) -> Matrices {
    reduce::<X, _>(Fold::Norm, Over::Matrix, &[x.slot()])
}

/// Square root of the mean of squares (NaN of none): one number of all.
pub fn rms<X: Reduce>(x: X) -> Scalar {
    reduce::<X, _>(Fold::Rms, Over::All, &[x.slot()])
}

/// Square root of the mean of squares (NaN of none), of each row: the column axis goes.
pub fn row_rms<X: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Rms, Over::Row, &[x.slot()])
}

/// Square root of the mean of squares (NaN of none), of each column: the row axis goes.
pub fn col_rms<X: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Rms, Over::Col, &[x.slot()])
}

/// Square root of the mean of squares (NaN of none), of each matrix: both axes go.
pub fn matrix_rms<X: ReduceMatrices>(x: X) -> Matrices {
    reduce::<X, _>(Fold::Rms, Over::Matrix, &[x.slot()])
}

/// Largest number (NaN if any is, negative infinity of none): one number of all.
pub fn amax<X: Reduce>(x: X) -> Scalar {
    reduce::<X, _>(Fold::Amax, Over::All, &[x.slot()])
}

/// Largest number (NaN if any is, negative infinity of none), of each row: the column axis goes.
pub fn row_amax<X: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Amax, Over::Row, &[x.slot()])
}

/// Largest number (NaN if any is, negative infinity of none), of each column: the row axis goes.
pub fn col_amax<X: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Amax, Over::Col, &[x.slot()])
}

/// Largest number (NaN if any is, negative infinity of none), of each matrix: both axes go.
pub fn matrix_amax<X: ReduceMatrices>(x: X) -> Matrices {
    reduce::<X, _>(Fold::Amax, Over::Matrix, &[x.slot()])
}

/// Smallest number (NaN if any is, infinity of none): one number of all.
pub fn amin<X: Reduce>(x: X) -> Scalar {
    reduce::<X, _>(Fold::Amin, Over::All, &[x.slot()])
}

/// Smallest number (NaN if any is, infinity of none), of each row: the column axis goes.
pub fn row_amin<X: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Amin, Over::Row, &[x.slot()])
}

/// Smallest number (NaN if any is, infinity of none), of each column: the row axis goes.
pub fn col_amin<X: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
    reduce::<X, _>(Fold::Amin, Over::Col, &[x.slot()])
}

/// Smallest number (NaN if any is, infinity of none), of each matrix: both axes go.
pub fn matrix_amin<X: ReduceMatrices>(x: X) -> Matrices {
    reduce::<X, _>(Fold::Amin, Over::Matrix, &[x.slot()])
}

/// Sum of the products of two values (0 of none), after broadcasting to their joint kind.
pub fn dot<A: Join<B, Output = J>, B, J: Reduce>(a: A, b: B) -> Scalar {
    dot_over(Over::All, a, b)
}

/// Sum of the products of two values over each row: the column axis goes.
pub fn row_dot<A, B, J, K>(a: A, b: B) -> K
where
    A: Join<B, Output = J>,
    J: ReduceRows<Output = K>,
    K: Handle,
{
    dot_over(Over::Row, a, b)
}

/// Sum of the products of two values over each column: the row axis goes.
pub fn col_dot<A, B, J, K>(a: A, b: B) -> K
where
    A: Join<B, Output = J>,
    J: ReduceCols<Output = K>,
    K: Handle,
{
    dot_over(Over::Col, a, b)
}

/// Sum of the products of two values over each matrix: both axes go.
pub fn matrix_dot<A: Join<B, Output = J>, B, J: ReduceMatrices>(a: A, b: B) -> Matrices {
    dot_over(Over::Matrix, a, b)
}

fn dot_over<A: Join<B, Output = J>, B, J: Handle, K: Handle>(over: Over, a: A, b: B) -> K {
    // Both sides as the joint kind: a scalar that meets a tensor is rounded to its element type, as in `a * b`.
    let (a, b) = (J::lift(a.slot()), J::lift(A::other(b)));
    reduce::<J, K>(Fold::Dot, over, &[a.slot(), b.slot()])
}

/// Product of the matrices of the last two axes: rows of `a` by columns of `b`, for each matrix of the batch.
pub fn matmul<A: Matrix, B: Matrix>(a: A, b: B) -> Tensor {
    let sides = [whole(&[a.slot()], A::AXES), whole(&[b.slot()], B::AXES)].concat();
    Tensor::make(Op::Matmul, &sides)
}

/// Matrices of the last two axes with rows and columns exchanged.
pub fn t<X: Matrix>(x: X) -> Tensor {
    Tensor::make(Op::Transpose, &whole(&[x.slot()], X::AXES))
}
