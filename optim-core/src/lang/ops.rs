//! The functions of the language, free and generic: each takes any mix of fixed numbers and handles.
//!
//! A step's `x.sqrt()` is `ops::sqrt(x)` here, `a < b` is `ops::lt(a, b)`. The result of an elementwise function is of the
//! joint kind of its arguments; of fixed numbers only it is a fixed number.

use super::function::Function;
use super::handle::sealed::{Input, Sealed};
use super::handle::{Number, Scalar};
use super::join::Join;
use super::op::{Binary, Op, Unary};

pub use super::guard::{Read, condition, fixed_number};
pub use super::join::{assign, full, join2, join3, join4, join5, join6, lift, lift_to, scalar};
pub use super::mask::{eq, ge, gt, le, lt, ne, select};
pub use super::reduce::{
    amax, amin, col_amax, col_amin, col_dot, col_mean, col_norm, col_rms, col_sum, dot, matmul, matrix_amax,
    matrix_amin, matrix_dot, matrix_mean, matrix_norm, matrix_rms, matrix_sum, mean, norm, rms, row_amax, row_amin,
    row_dot, row_mean, row_norm, row_rms, row_sum, sum, t,
};

/// `-x`
pub fn neg<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Neg), &[x.slot()])
}

/// Absolute value.
pub fn abs<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Abs), &[x.slot()])
}

/// Square root; NaN below 0.
pub fn sqrt<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Sqrt), &[x.slot()])
}

/// `1 / sqrt(x)`
pub fn rsqrt<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Rsqrt), &[x.slot()])
}

/// `1 / x`
pub fn recip<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Recip), &[x.slot()])
}

/// `x * x`
pub fn square<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Square), &[x.slot()])
}

/// `e^x`
pub fn exp<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Exp), &[x.slot()])
}

/// `e^x - 1`, exact near 0.
pub fn expm1<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Expm1), &[x.slot()])
}

/// Natural logarithm.
pub fn ln<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Ln), &[x.slot()])
}

/// `ln(1 + x)`, exact near 0.
pub fn log1p<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Log1p), &[x.slot()])
}

/// Sine of radians.
pub fn sin<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Sin), &[x.slot()])
}

/// Cosine of radians.
pub fn cos<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Cos), &[x.slot()])
}

/// Hyperbolic tangent.
pub fn tanh<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Tanh), &[x.slot()])
}

/// -1, 0 or 1: `sign(0) = 0`, and NaN of NaN.
pub fn sign<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Sign), &[x.slot()])
}

/// Largest integer not above `x`.
pub fn floor<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Floor), &[x.slot()])
}

/// Smallest integer not below `x`.
pub fn ceil<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Ceil), &[x.slot()])
}

/// Nearest integer, half away from zero.
pub fn round<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Round), &[x.slot()])
}

/// Integer part.
pub fn trunc<X: Number>(x: X) -> X {
    X::make(Op::Unary(Unary::Trunc), &[x.slot()])
}

fn binary<A: Join<B, Output = K>, B, K: Number>(op: Binary, a: A, b: B) -> K {
    K::make(Op::Binary(op), &[a.slot(), A::other(b)])
}

/// `a + b`
pub fn add<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Add, a, b)
}

/// `a - b`
pub fn sub<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Sub, a, b)
}

/// `a * b`
pub fn mul<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Mul, a, b)
}

/// `a / b`
pub fn div<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Div, a, b)
}

/// `a % b`, with the sign of `a`.
pub fn rem<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Rem, a, b)
}

/// The smaller one; NaN if either is.
pub fn min<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Min, a, b)
}

/// The larger one; NaN if either is.
pub fn max<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Max, a, b)
}

/// `a` to the power `b`.
pub fn powf<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Powf, a, b)
}

/// Angle of the point (`b`, `a`) in radians.
pub fn atan2<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Atan2, a, b)
}

/// `a` with the sign of `b`.
pub fn copysign<A: Join<B, Output = K>, B, K: Number>(a: A, b: B) -> K {
    binary(Binary::Copysign, a, b)
}

/// An integer power by repeated multiplication; `1 / powi(x, -n)` for a negative exponent.
pub fn powi<X: Number>(x: X, n: i32) -> X {
    X::make(Op::Powi(n), &[x.slot()])
}

/// `min(max(x, lo), hi)`; it never fails, whatever the order of `lo` and `hi`.
pub fn clamp<X, L, H, J, K>(x: X, lo: L, hi: H) -> K
where
    X: Join<L, Output = J>,
    J: Join<H, Output = K>,
    K: Number,
{
    K::make(Op::Clamp, &[x.slot(), X::other(lo), J::other(hi)])
}

/// `a + w * (b - a)`: `a` at weight 0, `b` at weight 1.
pub fn lerp<A, B, W, J, K>(a: A, b: B, w: W) -> K
where
    A: Join<B, Output = J>,
    J: Join<W, Output = K>,
    K: Number,
{
    K::make(Op::Lerp, &[a.slot(), A::other(b), J::other(w)])
}

/// The value of a function that is only code, as one operation.
pub fn call(function: Function, x: Scalar) -> Scalar {
    Scalar::make(Op::Call(function), &[x.slot()])
}
