//! Linear algebra of the last two axes.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Matrices, Order, Rows, Scalar, Tensor};
use super::join::Lift;
use super::op::{Library, Op};
use super::record::{self, Slot, whole};
use crate::shape::Dim;

/// A value that decompositions take.
#[diagnostic::on_unimplemented(
    message = "linear algebra takes a `Tensor`, not `{Self}`",
    label = "this is a `{Self}`",
    note = "decompositions work on the last two axes of a tensor; `full(x)` turns rows, columns or a scalar into a tensor",
    note = "see `optim_std::guide::errors#matrices`"
)]
pub trait Matrix: Handle {}
impl Matrix for Tensor {}

/// A value with rows, columns or both, which can be transposed.
#[diagnostic::on_unimplemented(
    message = "`t` can't transpose `{Self}`",
    label = "this is a `{Self}`",
    note = "`t` takes a `Tensor`, `Rows`, `Cols` or `Matrices`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Transpose: Handle {
    /// The kind of the transposed value.
    type Transposed: Handle;
}
impl Transpose for Tensor {
    type Transposed = Tensor;
}
impl Transpose for Rows {
    type Transposed = Cols;
}
impl Transpose for Cols {
    type Transposed = Rows;
}
impl Transpose for Matrices {
    type Transposed = Matrices;
}

/// A value that can be multiplied by a value of kind `B`: it has one column where the other has one row.
#[diagnostic::on_unimplemented(
    message = "`matmul` can't multiply `{Self}` by `{B}`",
    label = "this is a `{Self}`, and the other side is a `{B}`",
    note = "the left side must have as many columns as the right side has rows: `Rows` have one column, `Cols` one row; transpose one side with `.t()`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Multiply<B: Handle>: Handle {
    /// The kind of the product.
    type Product: Handle;
}

macro_rules! products {
    ($($left:ident * $right:ident = $product:ident;)*) => {$(
        impl Multiply<$right> for $left {
            type Product = $product;
        }
    )*};
}
products! {
    Tensor * Tensor = Tensor;
    Tensor * Rows = Rows;
    Cols * Tensor = Cols;
    Cols * Rows = Matrices;
    Rows * Cols = Tensor;
    Rows * Matrices = Rows;
    Matrices * Cols = Cols;
    Matrices * Matrices = Matrices;
}

/// A value with columns that can be selected by index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no columns to take",
    label = "this is a `{Self}`",
    note = "`first_cols` and `take_cols` take columns of a `Tensor` or of `Cols`",
    note = "see `optim_std::guide::errors#matrices`"
)]
pub trait Columns: Handle {
    /// The kind of one column.
    type Column: Handle;
}
impl Columns for Tensor {
    type Column = Rows;
}
impl Columns for Cols {
    type Column = Matrices;
}

/// A value with rows: the right-hand sides of a system of equations, or columns that replace others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no rows to solve for or to put back",
    label = "this is a `{Self}`",
    note = "`solve`, `solve_lower` and `put_cols` take a `Tensor` or `Rows`",
    note = "see `optim_std::guide::errors#matrices`"
)]
pub trait RightSide: Handle {}
impl RightSide for Tensor {}
impl RightSide for Rows {}

/// Product of the matrices of the last two axes: rows of `a` by columns of `b`, for each matrix of the batch.
pub fn matmul<A: Multiply<B>, B: Handle>(a: A, b: B) -> A::Product {
    let sides = [whole(&[a.slot()], A::AXES), whole(&[b.slot()], B::AXES)].concat();
    <A::Product>::make(Op::Library(Library::Matmul), &sides)
}

/// Matrices of the last two axes with rows and columns exchanged.
pub fn t<X: Transpose>(x: X) -> X::Transposed {
    <X::Transposed>::make(Op::Library(Library::Transpose), &whole(&[x.slot()], X::AXES))
}

/// Diagonal of square matrices.
pub fn diag<X: Matrix>(x: X) -> Cols {
    Cols::make(Op::Library(Library::Diag), &whole(&[x.slot()], X::AXES))
}

/// The first `n` columns.
pub fn first_cols<X: Columns>(x: X, n: usize) -> X {
    let [x] = whole(&[x.slot()], X::AXES)[..] else { return X::lift(x.slot()) };
    X::make(Op::Library(Library::FirstCols), &[x, Slot::constant(n as f64)])
}

/// The first column, as one number per row.
pub fn first_col<X: Columns>(x: X) -> X::Column {
    let [x] = whole(&[x.slot()], X::AXES)[..] else { return <X::Column>::lift(Slot::constant(f64::NAN)) };
    <X::Column>::make(Op::Library(Library::FirstCols), &[x, Slot::constant(1.0)])
}

/// The indices that sort the numbers in ascending order, NaN last.
pub fn argsort(x: Cols) -> Order {
    Order::make(Op::Library(Library::Argsort), &whole(&[x.slot()], Cols::AXES))
}

/// Columns in another order.
pub fn take_cols<X: Columns>(x: X, order: Order) -> X {
    let [x] = whole(&[x.slot()], X::AXES)[..] else { return X::lift(x.slot()) };
    X::make(Op::Library(Library::TakeCols), &[x, order.slot()])
}

/// `x` with its columns replaced by the columns of `y`, in this order: the inverse of `take_cols`.
pub fn put_cols<X: Matrix, Y: RightSide>(x: X, order: Order, y: Y) -> Tensor {
    let ([x], [y]) = (&whole(&[x.slot()], X::AXES)[..], &whole(&[y.slot()], Y::AXES)[..]) else {
        return Tensor::lift(x.slot());
    };
    Tensor::make(Op::Library(Library::PutCols), &[*x, order.slot(), *y])
}

/// The identity matrix with this many rows and columns.
pub fn eye(n: Dim) -> Tensor {
    Tensor::lift(record::eye(n))
}

/// Eigenvectors and eigenvalues of `(x + x.t()) / 2`.
pub fn eigh<X: Matrix>(x: X) -> (Tensor, Cols) {
    let vectors = decomposed(Library::Eigh, x);
    (vectors, Cols::make(Op::Result(Library::Eigh, 1), &[vectors.slot()]))
}

/// The thin singular value decomposition.
pub fn svd<X: Matrix>(x: X) -> (Tensor, Cols, Tensor) {
    let u = decomposed(Library::Svd, x);
    let s = Cols::make(Op::Result(Library::Svd, 1), &[u.slot()]);
    (u, s, Tensor::make(Op::Result(Library::Svd, 2), &[u.slot()]))
}

/// Orthonormal columns and an upper triangular matrix.
pub fn qr<X: Matrix>(x: X) -> (Tensor, Tensor) {
    let q = decomposed(Library::Qr, x);
    (q, Tensor::make(Op::Result(Library::Qr, 1), &[q.slot()]))
}

/// The lower triangular factor.
pub fn cholesky<X: Matrix>(x: X) -> Tensor {
    decomposed(Library::Cholesky, x)
}

/// `x` with `a · x = b`.
pub fn solve<A: Matrix, B: RightSide>(a: A, b: B) -> B {
    B::make(Op::Library(Library::Solve), &[whole(&[a.slot()], A::AXES), whole(&[b.slot()], B::AXES)].concat())
}

/// `x` with `a · x = b` for the lower triangle of `a`.
pub fn solve_lower<A: Matrix, B: RightSide>(a: A, b: B) -> B {
    B::make(Op::Library(Library::SolveLower), &[whole(&[a.slot()], A::AXES), whole(&[b.slot()], B::AXES)].concat())
}

/// The inverse `p`-th root of `(x + x.t()) / 2` with `eps` added to its eigenvalues, those below 0 counted as 0.
pub fn inv_root<X: Matrix, E: Lift<Scalar>>(x: X, p: usize, eps: E) -> Tensor {
    let [x] = whole(&[x.slot()], X::AXES)[..] else { return Tensor::lift(x.slot()) };
    Tensor::make(Op::Library(Library::InvRoot), &[x, Slot::constant(p as f64), eps.slot()])
}

fn decomposed<X: Matrix>(call: Library, x: X) -> Tensor {
    Tensor::make(Op::Library(call), &whole(&[x.slot()], X::AXES))
}
