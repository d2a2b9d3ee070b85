//! Joint kinds of two values, and the kinds that assignments allow.

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Matrices, Number, Rows, Scalar, Tensor};
use super::op::Op;
use super::record::{self, Slot};
use crate::shape::Dims;

/// Two numbers may meet in an operation; the result is of the joint kind.
///
/// A scalar can be combined with everything, one number per matrix with rows, columns and elements, and rows with columns give a
/// tensor. Two fixed numbers give a fixed number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Rhs}` can't be combined in a step",
    label = "this is a `{Self}`, and the other side is a `{Rhs}`",
    note = "numbers of a step are `f64`, `Scalar`, `Tensor`, `Rows`, `Cols` and `Matrices`; convert an integer with `as f64`",
    note = "to turn a `Mask` into numbers, write `select(mask, 1.0, 0.0)`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Join<Rhs>: Number {
    /// The joint kind.
    type Output: Number;

    #[doc(hidden)]
    fn other(rhs: Rhs) -> Slot;
}

/// Calls a macro with every pair of kinds and their joint kind, except for the pair of two fixed numbers.
macro_rules! for_each_pair {
    ($call:ident) => {
        for_each_pair!(@row $call f64: Scalar Scalar, Matrices Matrices, Rows Rows, Cols Cols, Tensor Tensor);
        for_each_pair!(@row $call Scalar: f64 Scalar, Scalar Scalar, Matrices Matrices, Rows Rows, Cols Cols, Tensor Tensor);
        for_each_pair!(@row $call Matrices: f64 Matrices, Scalar Matrices, Matrices Matrices, Rows Rows, Cols Cols, Tensor Tensor);
        for_each_pair!(@row $call Rows: f64 Rows, Scalar Rows, Matrices Rows, Rows Rows, Cols Tensor, Tensor Tensor);
        for_each_pair!(@row $call Cols: f64 Cols, Scalar Cols, Matrices Cols, Rows Tensor, Cols Cols, Tensor Tensor);
        for_each_pair!(@row $call Tensor: f64 Tensor, Scalar Tensor, Matrices Tensor, Rows Tensor, Cols Tensor, Tensor Tensor);
    };
    (@row $call:ident $A:ident: $($B:ident $Out:ident),*) => { $($call!($A, $B, $Out);)* };
}
pub(super) use for_each_pair;

macro_rules! join {
    ($A:ident, $B:ident, $Out:ident) => {
        impl Join<$B> for $A {
            type Output = $Out;

            fn other(rhs: $B) -> Slot {
                rhs.slot()
            }
        }
    };
}
join!(f64, f64, f64);
for_each_pair!(join);

/// A value broadcasts to kind `K`: the arms of a fixed `if` or `match`, the arguments of `full` and `scalar`.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` does not broadcast to a `{K}`",
    label = "this is a `{Self}`",
    note = "a `Scalar` broadcasts to every kind, `Matrices` to `Rows`, `Cols` and `Tensor`, `Rows` and `Cols` to `Tensor`",
    note = "to get one number, reduce: `x.mean()`; to turn a `Mask` into numbers, write `select(mask, 1.0, 0.0)`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Lift<K>: Number {}
impl Lift<f64> for f64 {}

/// Calls a macro with every kind and each of the kinds that broadcast to it.
macro_rules! for_each_broadcast {
    ($call:ident) => {
        for_each_broadcast!(@row $call Scalar: f64 Scalar);
        for_each_broadcast!(@row $call Matrices: f64 Scalar Matrices);
        for_each_broadcast!(@row $call Rows: f64 Scalar Matrices Rows);
        for_each_broadcast!(@row $call Cols: f64 Scalar Matrices Cols);
        for_each_broadcast!(@row $call Tensor: f64 Scalar Matrices Rows Cols Tensor);
    };
    (@row $call:ident $K:ident: $($X:ident)*) => { $($call!($K, $X);)* };
}
pub(super) use for_each_broadcast;

macro_rules! broadcast {
    ($K:ident, $X:ident) => {
        impl Lift<$K> for $X {}
    };
}
for_each_broadcast!(broadcast);

/// A value can be assigned to a variable, parameter or state of kind `K`.
///
/// Arithmetic broadcasts, assignment does not: the value must have the same kind. A scalar target also takes a fixed number.
#[diagnostic::on_unimplemented(
    message = "a `{Self}` cannot be assigned to a `{K}`",
    label = "this is a `{Self}`",
    note = "arithmetic broadcasts, assignment does not",
    note = "to get a tensor, write `full(x)`; to get one number, reduce: `x.mean()`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Assign<K>: Lift<K> {}
impl Assign<f64> for f64 {}
impl Assign<Scalar> for f64 {}
impl Assign<Scalar> for Scalar {}
impl Assign<Matrices> for Matrices {}
impl Assign<Rows> for Rows {}
impl Assign<Cols> for Cols {}
impl Assign<Tensor> for Tensor {}

/// The value as one of kind `K`, if it may be assigned to it.
pub fn assign<K: Number, X: Assign<K>>(x: X) -> K {
    K::lift(x.slot())
}

/// Broadcasts a value to kind `K`: for the arms of a fixed `if` or `match` with different kinds.
pub fn lift<K: Number, X: Lift<K>>(x: X) -> K {
    K::lift(x.slot())
}

/// Broadcasts to dimensions that differ from the kind's: for the arms of a fixed `if`, if another arm is
/// transposed or multiplied.
pub fn lift_to<K: Handle, X: Lift<K>>(x: X, dims: Dims) -> K {
    K::lift(record::lift_to(x.slot(), K::AXES, dims))
}

/// Broadcasts a number, scalar, row or column to a tensor.
pub fn full<X: Lift<Tensor>>(x: X) -> Tensor {
    Tensor::make(Op::Lift, &[x.slot()])
}

/// A fixed number as a scalar.
pub fn scalar<X: Lift<Scalar>>(x: X) -> Scalar {
    Scalar::make(Op::Lift, &[x.slot()])
}

/// Broadcasts two values to their joint kind, for an `#[elementwise]` function.
pub fn join2<A, B, K>(a: A, b: B) -> (K, K)
where
    A: Join<B, Output = K>,
    K: Number,
{
    (K::lift(a.slot()), K::lift(A::other(b)))
}

/// Broadcasts three values to their joint kind, for an `#[elementwise]` function.
pub fn join3<A, B, C, J2, K>(a: A, b: B, c: C) -> (K, K, K)
where
    A: Join<B, Output = J2>,
    J2: Join<C, Output = K>,
    K: Number,
{
    (K::lift(a.slot()), K::lift(A::other(b)), K::lift(J2::other(c)))
}

/// Broadcasts four values to their joint kind, for an `#[elementwise]` function.
pub fn join4<A, B, C, D, J2, J3, K>(a: A, b: B, c: C, d: D) -> (K, K, K, K)
where
    A: Join<B, Output = J2>,
    J2: Join<C, Output = J3>,
    J3: Join<D, Output = K>,
    K: Number,
{
    (K::lift(a.slot()), K::lift(A::other(b)), K::lift(J2::other(c)), K::lift(J3::other(d)))
}

/// Broadcasts five values to their joint kind, for an `#[elementwise]` function.
pub fn join5<A, B, C, D, E, J2, J3, J4, K>(a: A, b: B, c: C, d: D, e: E) -> (K, K, K, K, K)
where
    A: Join<B, Output = J2>,
    J2: Join<C, Output = J3>,
    J3: Join<D, Output = J4>,
    J4: Join<E, Output = K>,
    K: Number,
{
    (K::lift(a.slot()), K::lift(A::other(b)), K::lift(J2::other(c)), K::lift(J3::other(d)), K::lift(J4::other(e)))
}

/// Broadcasts six values to their joint kind, for an `#[elementwise]` function.
pub fn join6<A, B, C, D, E, F, J2, J3, J4, J5, K>(a: A, b: B, c: C, d: D, e: E, f: F) -> (K, K, K, K, K, K)
where
    A: Join<B, Output = J2>,
    J2: Join<C, Output = J3>,
    J3: Join<D, Output = J4>,
    J4: Join<E, Output = J5>,
    J5: Join<F, Output = K>,
    K: Number,
{
    (
        K::lift(a.slot()),
        K::lift(A::other(b)),
        K::lift(J2::other(c)),
        K::lift(J3::other(d)),
        K::lift(J4::other(e)),
        K::lift(J5::other(f)),
    )
}
