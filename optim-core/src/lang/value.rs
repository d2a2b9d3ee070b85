//! One trait over plain floats and handles: the type of the arguments of an `#[elementwise]` function.

use std::ops::{BitAnd, BitOr, Not};

use super::lane::Lane;
use crate::kernel::Float;

/// A number of any kind: a plain float inside a kernel, a fixed number, or a handle while a step is recorded.
///
/// `#[elementwise] fn softsign<V: Value>(x: V) -> V` is written with ordinary operators, methods and comparisons; the
/// attribute makes calls of this trait's functions of them. Operators and comparisons between `V` and fixed numbers lift
/// the number with [`Value::lift`]. All functions are those of the step language, with its answers to the exact
/// questions: `sign(0) = 0`, and NaN propagates through `min`, `max`, `clamp` and `sign`.
///
/// None of them is a method, so that the trait in scope changes nothing for plain Rust beside it.
#[diagnostic::on_unimplemented(
    message = "an `#[elementwise]` function takes numbers, not `{Self}`",
    label = "this is a `{Self}`",
    note = "numbers are `f64`, `Scalar`, `Tensor`, `Rows`, `Cols` and `Matrices`; an integer is one with `as f64`"
)]
pub trait Value: Copy + Lane<Self> {
    /// Yes or no for each number: the result of a comparison.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// A fixed number, rounded once to the element type.
    fn lift(x: f64) -> Self;

    /// `a + b`
    fn add(a: Self, b: Self) -> Self;
    /// `a - b`
    fn sub(a: Self, b: Self) -> Self;
    /// `a * b`
    fn mul(a: Self, b: Self) -> Self;
    /// `a / b`
    fn div(a: Self, b: Self) -> Self;
    /// `a % b`, with the sign of `a`.
    fn rem(a: Self, b: Self) -> Self;
    /// `-x`
    fn neg(x: Self) -> Self;

    /// Absolute value.
    fn abs(x: Self) -> Self;
    /// Square root; NaN below 0.
    fn sqrt(x: Self) -> Self;
    /// `1 / sqrt(x)`
    fn rsqrt(x: Self) -> Self;
    /// `1 / x`
    fn recip(x: Self) -> Self;
    /// `x * x`
    fn square(x: Self) -> Self;
    /// Integer power by repeated multiplication.
    fn powi(x: Self, n: i32) -> Self;
    /// `x` to the power `exponent`.
    fn powf(x: Self, exponent: Self) -> Self;
    /// `e^x`
    fn exp(x: Self) -> Self;
    /// `e^x - 1`, exact near 0.
    fn expm1(x: Self) -> Self;
    /// Natural logarithm.
    fn ln(x: Self) -> Self;
    /// `ln(1 + x)`, exact near 0.
    fn log1p(x: Self) -> Self;
    /// Sine of radians.
    fn sin(x: Self) -> Self;
    /// Cosine of radians.
    fn cos(x: Self) -> Self;
    /// Angle of the point (`x`, `y`) in radians.
    fn atan2(y: Self, x: Self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(x: Self) -> Self;
    /// -1, 0 or 1; NaN of NaN.
    fn sign(x: Self) -> Self;
    /// `x` with the sign of `sign`.
    fn copysign(x: Self, sign: Self) -> Self;
    /// Largest integer not above.
    fn floor(x: Self) -> Self;
    /// Smallest integer not below.
    fn ceil(x: Self) -> Self;
    /// Nearest integer, half away from zero.
    fn round(x: Self) -> Self;
    /// Integer part.
    fn trunc(x: Self) -> Self;
    /// The smaller one; NaN if either is.
    fn min(a: Self, b: Self) -> Self;
    /// The larger one; NaN if either is.
    fn max(a: Self, b: Self) -> Self;
    /// `min(max(x, lo), hi)`
    fn clamp(x: Self, lo: Self, hi: Self) -> Self;
    /// `a + w * (b - a)`
    fn lerp(a: Self, b: Self, w: Self) -> Self;

    /// `a < b`
    fn lt(a: Self, b: Self) -> Self::Mask;
    /// `a <= b`
    fn le(a: Self, b: Self) -> Self::Mask;
    /// `a > b`
    fn gt(a: Self, b: Self) -> Self::Mask;
    /// `a >= b`
    fn ge(a: Self, b: Self) -> Self::Mask;
    /// `a == b`
    fn eq(a: Self, b: Self) -> Self::Mask;
    /// `a != b`
    fn ne(a: Self, b: Self) -> Self::Mask;

    /// Both masks.
    fn and(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// One of the masks or both.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The mask negated.
    fn not(mask: Self::Mask) -> Self::Mask;
    /// `a` where the mask is true, else `b`; both are computed.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;
}

/// Plain floats, through the arithmetic of the kernels: inlined, and free of branches where a loop can be.
#[diagnostic::do_not_recommend]
impl<T: Float> Value for T {
    type Mask = bool;

    #[inline(always)]
    fn lift(x: f64) -> Self {
        T::from_f64(x)
    }
    #[inline(always)]
    fn add(a: Self, b: Self) -> Self {
        a + b
    }
    #[inline(always)]
    fn sub(a: Self, b: Self) -> Self {
        a - b
    }
    #[inline(always)]
    fn mul(a: Self, b: Self) -> Self {
        a * b
    }
    #[inline(always)]
    fn div(a: Self, b: Self) -> Self {
        a / b
    }
    #[inline(always)]
    fn rem(a: Self, b: Self) -> Self {
        a % b
    }
    #[inline(always)]
    fn neg(x: Self) -> Self {
        -x
    }
    #[inline(always)]
    fn abs(x: Self) -> Self {
        Float::abs(x)
    }
    #[inline(always)]
    fn sqrt(x: Self) -> Self {
        Float::sqrt(x)
    }
    #[inline(always)]
    fn rsqrt(x: Self) -> Self {
        Float::rsqrt(x)
    }
    #[inline(always)]
    fn recip(x: Self) -> Self {
        Float::recip(x)
    }
    #[inline(always)]
    fn square(x: Self) -> Self {
        Float::square(x)
    }
    #[inline(always)]
    fn powi(x: Self, n: i32) -> Self {
        Float::powi(x, n)
    }
    #[inline(always)]
    fn powf(x: Self, exponent: Self) -> Self {
        Float::powf(x, exponent)
    }
    #[inline(always)]
    fn exp(x: Self) -> Self {
        Float::exp(x)
    }
    #[inline(always)]
    fn expm1(x: Self) -> Self {
        Float::expm1(x)
    }
    #[inline(always)]
    fn ln(x: Self) -> Self {
        Float::ln(x)
    }
    #[inline(always)]
    fn log1p(x: Self) -> Self {
        Float::log1p(x)
    }
    #[inline(always)]
    fn sin(x: Self) -> Self {
        Float::sin(x)
    }
    #[inline(always)]
    fn cos(x: Self) -> Self {
        Float::cos(x)
    }
    #[inline(always)]
    fn atan2(y: Self, x: Self) -> Self {
        Float::atan2(y, x)
    }
    #[inline(always)]
    fn tanh(x: Self) -> Self {
        Float::tanh(x)
    }
    #[inline(always)]
    fn sign(x: Self) -> Self {
        Float::sign(x)
    }
    #[inline(always)]
    fn copysign(x: Self, sign: Self) -> Self {
        Float::copysign(x, sign)
    }
    #[inline(always)]
    fn floor(x: Self) -> Self {
        Float::floor(x)
    }
    #[inline(always)]
    fn ceil(x: Self) -> Self {
        Float::ceil(x)
    }
    #[inline(always)]
    fn round(x: Self) -> Self {
        Float::round(x)
    }
    #[inline(always)]
    fn trunc(x: Self) -> Self {
        Float::trunc(x)
    }
    #[inline(always)]
    fn min(a: Self, b: Self) -> Self {
        Float::min(a, b)
    }
    #[inline(always)]
    fn max(a: Self, b: Self) -> Self {
        Float::max(a, b)
    }
    #[inline(always)]
    fn clamp(x: Self, lo: Self, hi: Self) -> Self {
        Float::clamp(x, lo, hi)
    }
    #[inline(always)]
    fn lerp(a: Self, b: Self, w: Self) -> Self {
        Float::lerp(a, b, w)
    }
    #[inline(always)]
    fn lt(a: Self, b: Self) -> bool {
        a < b
    }
    #[inline(always)]
    fn le(a: Self, b: Self) -> bool {
        a <= b
    }
    #[inline(always)]
    fn gt(a: Self, b: Self) -> bool {
        a > b
    }
    #[inline(always)]
    fn ge(a: Self, b: Self) -> bool {
        a >= b
    }
    #[inline(always)]
    fn eq(a: Self, b: Self) -> bool {
        a == b
    }
    #[inline(always)]
    fn ne(a: Self, b: Self) -> bool {
        a != b
    }
    #[inline(always)]
    fn and(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn or(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn not(mask: bool) -> bool {
        !mask
    }
    #[inline(always)]
    fn select(mask: bool, a: Self, b: Self) -> Self {
        if mask { a } else { b }
    }
}
