//! Reductions.

use super::global::{self, Global};
use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Mask, Matrices, Rows, Scalar, Tensor};
use super::join::{Join, Lift};
use super::op::{Fold, Library, Op, Over};
use super::record::{Slot, whole};
use crate::shape::Dim;

/// Values that reduce to one number: all kinds but a scalar, which is one already.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not reduce to one number",
    label = "this is a `{Self}`",
    note = "reduce a `Tensor`, `Rows`, `Cols` or `Matrices`; `sum` and `mean` also count a mask",
    note = "a `Scalar` or a fixed number is already one number",
    note = "see `optim_std::guide::errors#kinds`"
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
    note = "a `row_` function reduces each row: a `Tensor` to `Rows`, `Cols` to `Matrices`",
    note = "to reduce `Rows`, use a `col_` or a `matrix_` function",
    note = "see `optim_std::guide::errors#kinds`"
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
    note = "a `col_` function reduces each column: a `Tensor` to `Cols`, `Rows` to `Matrices`",
    note = "to reduce `Cols`, use a `row_` or a `matrix_` function",
    note = "see `optim_std::guide::errors#kinds`"
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
    note = "a `matrix_` function reduces a `Tensor`, `Rows` or `Cols` to `Matrices`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait ReduceMatrices: Handle {}
impl ReduceMatrices for Tensor {}
impl ReduceMatrices for Rows {}
impl ReduceMatrices for Cols {}

/// Numbers to add up, or masks to count: what `sum` and `mean` take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be summed or averaged",
    label = "this is a `{Self}`",
    note = "`sum` and `mean` take a `Tensor`, `Rows`, `Cols` or `Matrices`, or a mask of one of them",
    note = "a `Scalar` or a fixed number is already one number",
    note = "see `optim_std::guide::errors#kinds`"
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

/// A reduction; the kind says how many numbers it combines.
fn reduce<Of: Handle, Out: Handle>(fold: Fold, over: Over, inputs: &[Slot]) -> Out {
    Out::make(Op::Reduce(fold, over), &whole(inputs, Of::AXES))
}

/// The five functions of each reduction.
macro_rules! functions {
    ($($section:ident {
        $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        $($(functions!(@$section $Fold $all $row $col $matrix $global $meaning);)*)*
    };
    (@counts $Fold:ident $all:ident $row:ident $col:ident $matrix:ident $global:ident $meaning:literal) => {
        #[doc = concat!($meaning, ". One number for all elements.")]
        pub fn $all<X: Count<Of = I>, I: Reduce>(x: X) -> Scalar {
            reduce::<I, _>(Fold::$Fold, Over::All, &[x.slot()])
        }

        #[doc = concat!($meaning, ". One number for each row.")]
        pub fn $row<X: Count<Of = I>, I: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
            reduce::<I, _>(Fold::$Fold, Over::Row, &[x.slot()])
        }

        #[doc = concat!($meaning, ". One number for each column.")]
        pub fn $col<X: Count<Of = I>, I: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
            reduce::<I, _>(Fold::$Fold, Over::Col, &[x.slot()])
        }

        #[doc = concat!($meaning, ". One number for each matrix.")]
        pub fn $matrix<X: Count<Of = I>, I: ReduceMatrices>(x: X) -> Matrices {
            reduce::<I, _>(Fold::$Fold, Over::Matrix, &[x.slot()])
        }
        #[doc = concat!($meaning, ". One number for all parameters that take part in the step. `place` is the index of the reduction in the step.")]
        pub fn $global<X: Global>(x: X, place: u32) -> Scalar {
            global::reduce(Fold::$Fold, place, &[x.slot()], X::OF)
        }
    };
    (@numbers $Fold:ident $all:ident $row:ident $col:ident $matrix:ident $global:ident $meaning:literal) => {
        #[doc = concat!($meaning, ". One number for all elements.")]
        pub fn $all<X: Reduce>(x: X) -> Scalar {
            reduce::<X, _>(Fold::$Fold, Over::All, &[x.slot()])
        }

        #[doc = concat!($meaning, ". One number for each row.")]
        pub fn $row<X: ReduceRows<Output = K>, K: Handle>(x: X) -> K {
            reduce::<X, _>(Fold::$Fold, Over::Row, &[x.slot()])
        }

        #[doc = concat!($meaning, ". One number for each column.")]
        pub fn $col<X: ReduceCols<Output = K>, K: Handle>(x: X) -> K {
            reduce::<X, _>(Fold::$Fold, Over::Col, &[x.slot()])
        }

        #[doc = concat!($meaning, ". One number for each matrix.")]
        pub fn $matrix<X: ReduceMatrices>(x: X) -> Matrices {
            reduce::<X, _>(Fold::$Fold, Over::Matrix, &[x.slot()])
        }
        #[doc = concat!($meaning, ". One number for all parameters that take part in the step. `place` is the index of the reduction in the step.")]
        pub fn $global<X: Global>(x: X, place: u32) -> Scalar {
            global::reduce(Fold::$Fold, place, &[x.slot()], X::OF)
        }
    };
    (@pairs $Fold:ident $all:ident $row:ident $col:ident $matrix:ident $global:ident $meaning:literal) => {
        #[doc = concat!($meaning, ", after broadcasting to their joint kind. One number for all elements.")]
        pub fn $all<A: Join<B, Output = J>, B, J: Reduce>(a: A, b: B) -> Scalar {
            reduce_pair(Fold::$Fold, Over::All, a, b)
        }

        #[doc = concat!($meaning, ". One number for each row.")]
        pub fn $row<A, B, J, K>(a: A, b: B) -> K
        where
            A: Join<B, Output = J>,
            J: ReduceRows<Output = K>,
            K: Handle,
        {
            reduce_pair(Fold::$Fold, Over::Row, a, b)
        }

        #[doc = concat!($meaning, ". One number for each column.")]
        pub fn $col<A, B, J, K>(a: A, b: B) -> K
        where
            A: Join<B, Output = J>,
            J: ReduceCols<Output = K>,
            K: Handle,
        {
            reduce_pair(Fold::$Fold, Over::Col, a, b)
        }

        #[doc = concat!($meaning, ". One number for each matrix.")]
        pub fn $matrix<A: Join<B, Output = J>, B, J: ReduceMatrices>(a: A, b: B) -> Matrices {
            reduce_pair(Fold::$Fold, Over::Matrix, a, b)
        }
        #[doc = concat!($meaning, ". One number for all parameters that take part in the step. `place` is the index of the reduction in the step.")]
        pub fn $global<A: Join<B, Output = J>, B, J: Global + Handle>(a: A, b: B, place: u32) -> Scalar {
            let (a, b) = (J::lift(a.slot()), J::lift(A::other(b)));
            global::reduce(Fold::$Fold, place, &[a.slot(), b.slot()], J::OF)
        }
    };
}

/// The reductions of the language.
pub(super) mod functions {
    use super::*;

    optim_language::reductions!(functions);

    /// The quantile `q` of all elements. NaN if `q` is not from 0 to 1, if there are no elements, or one is NaN.
    pub fn quantile<X: Reduce>(x: X, q: impl Lift<Scalar>) -> Scalar {
        reduce_at::<X, _>(Library::Quantile, x, q)
    }

    /// The quantile `q` of each row.
    pub fn row_quantile<X: ReduceRows<Output = K>, K: Handle>(x: X, q: impl Lift<Scalar>) -> K {
        reduce_at::<X, _>(Library::RowQuantile, x, q)
    }

    /// The quantile `q` of each column.
    pub fn col_quantile<X: ReduceCols<Output = K>, K: Handle>(x: X, q: impl Lift<Scalar>) -> K {
        reduce_at::<X, _>(Library::ColQuantile, x, q)
    }

    /// The quantile `q` of each matrix.
    pub fn matrix_quantile<X: ReduceMatrices>(x: X, q: impl Lift<Scalar>) -> Matrices {
        reduce_at::<X, _>(Library::MatrixQuantile, x, q)
    }

    /// The quantile `q` at each index of an axis, of all numbers with this index. The value has all axes, or only this one.
    pub fn quantile_along<X: Reduce>(x: X, q: impl Lift<Scalar>, axis: usize) -> Cols {
        reduce_to_axis_at(Library::QuantileAlong, x, q, axis)
    }

    /// The quantile `q` along an axis, for each position on the other axes. The value has all axes, or only those others.
    pub fn quantile_without<X: Reduce>(x: X, q: impl Lift<Scalar>, axis: usize) -> Cols {
        reduce_to_axis_at(Library::QuantileWithout, x, q, axis)
    }
}

/// A quantile; the kind says of how many numbers.
fn reduce_at<Of: Handle, Out: Handle>(call: Library, x: Of, q: impl Lift<Scalar>) -> Out {
    let mut operands = whole(&[x.slot()], Of::AXES);
    operands.push(q.slot());
    Out::make(Op::Library(call), &operands)
}

/// A quantile to numbers along an axis, or along all other axes.
fn reduce_to_axis_at<Of: Handle>(call: Library, x: Of, q: impl Lift<Scalar>, axis: usize) -> Cols {
    let mut operands = whole(&[x.slot()], Of::AXES);
    operands.extend([q.slot(), Slot::constant(axis as f64)]);
    Cols::make(Op::Library(call), &operands)
}

/// A reduction to numbers along an axis, [`Dim::Along`], or along all other axes, [`Dim::Without`]. The value has all axes, or only
/// those that stay.
pub fn reduce_to<X: Count<Of = I>, I: Reduce>(fold: Fold, x: X, kept: Dim) -> Cols {
    Cols::make(Op::ReduceTo(fold, kept), &whole(&[x.slot()], I::AXES))
}

/// The same for the products of two values.
pub fn reduce_pair_to<A: Join<B, Output = J>, B, J: Reduce>(fold: Fold, a: A, b: B, kept: Dim) -> Cols {
    let (a, b) = (J::lift(a.slot()), J::lift(A::other(b)));
    Cols::make(Op::ReduceTo(fold, kept), &whole(&[a.slot(), b.slot()], J::AXES))
}

fn reduce_pair<A: Join<B, Output = J>, B, J: Handle, K: Handle>(fold: Fold, over: Over, a: A, b: B) -> K {
    // Both sides get the joint kind first: next to a tensor, a scalar is rounded to the element type, as in `a * b`.
    let (a, b) = (J::lift(a.slot()), J::lift(A::other(b)));
    reduce::<J, K>(fold, over, &[a.slot(), b.slot()])
}
