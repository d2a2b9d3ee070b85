//! Comparisons, and the choice between two values.

use super::handle::sealed::Input;
use super::handle::{Handle, Mask, Number};
use super::join::Join;
use super::op::{Comparison, Op};

/// Two numbers that are compared; at least one of them is a value of the step.
#[diagnostic::on_unimplemented(
    message = "`{Self}` and `{Rhs}` can't be compared in a step",
    label = "this is a `{Self}`, and the other side is a `{Rhs}`",
    note = "a comparison takes numbers, at least one of them a value of the step; convert an integer with `as f64`",
    note = "masks are combined with `&`, `|` and `!`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Compare<Rhs>: Join<Rhs, Output = Self::Of> {
    /// The joint kind, which is the kind of the mask.
    type Of: Handle;
}

impl<A, B, Out: Handle> Compare<B> for A
where
    A: Join<B, Output = Out>,
{
    type Of = Out;
}

fn compare<A: Compare<B, Of = K>, B, K: Handle>(op: Comparison, a: A, b: B) -> Mask<K> {
    Mask::make(Op::Compare(op), &[a.slot(), A::other(b)])
}

// Written out, unlike other functions: there are no further comparisons, and the compiler's messages show these signatures.

/// `a < b`
pub fn lt<A: Compare<B, Of = K>, B, K: Handle>(a: A, b: B) -> Mask<K> {
    compare(Comparison::Lt, a, b)
}

/// `a <= b`
pub fn le<A: Compare<B, Of = K>, B, K: Handle>(a: A, b: B) -> Mask<K> {
    compare(Comparison::Le, a, b)
}

/// `a > b`
pub fn gt<A: Compare<B, Of = K>, B, K: Handle>(a: A, b: B) -> Mask<K> {
    compare(Comparison::Gt, a, b)
}

/// `a >= b`
pub fn ge<A: Compare<B, Of = K>, B, K: Handle>(a: A, b: B) -> Mask<K> {
    compare(Comparison::Ge, a, b)
}

/// `a == b`
pub fn eq<A: Compare<B, Of = K>, B, K: Handle>(a: A, b: B) -> Mask<K> {
    compare(Comparison::Eq, a, b)
}

/// `a != b`
pub fn ne<A: Compare<B, Of = K>, B, K: Handle>(a: A, b: B) -> Mask<K> {
    compare(Comparison::Ne, a, b)
}

/// A mask that chooses between two values.
#[diagnostic::on_unimplemented(
    message = "`select` chooses by a mask, not by a `{Self}`",
    label = "this is a `{Self}`",
    note = "a mask is the result of a comparison, as in `select(x > 0.0, a, b)`",
    note = "a fixed `bool` takes an `if`: `if flag {{ a }} else {{ b }}`",
    note = "see `optim_std::guide::errors#kinds`"
)]
pub trait Select: Input {
    /// The kind of the mask.
    type Of: Handle;
}

impl<K: Handle> Select for Mask<K> {
    type Of = K;
}

/// `a` where the mask is true, else `b`; both are computed. The result is of the joint kind of all three.
pub fn select<M, A, B, I, J, K>(mask: M, a: A, b: B) -> K
where
    M: Select<Of = I>,
    I: Join<A, Output = J>,
    J: Join<B, Output = K>,
    K: Number,
{
    K::make(Op::Select, &[mask.slot(), I::other(a), J::other(b)])
}
