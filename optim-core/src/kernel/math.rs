//! The arithmetic of a step: what each function of the step language computes for one element.
//!
//! Operators are those of Rust, so only the rows of the table without one have a function here. Most are methods of
//! [`num_traits::Float`] under their name in the language. Others answer some question differently: `min`, `max` and
//! `clamp` keep NaN, `powi` and `hypot` have the same bits on every machine.
//!
//! Every function is inlined and, where the machine has an instruction for it, free of branches, so that loops over
//! slices vectorise. None of them fuses a multiplication with an addition: results are the same at every
//! instruction-set level. Generated code names these functions by their path, or as those of `Value`, so they differ
//! from methods of the same name without being in their way.

use super::Float;

/// Absolute value.
#[inline(always)]
pub fn abs<T: Float>(x: T) -> T {
    x.abs()
}

/// Square root; NaN below 0.
#[inline(always)]
pub fn sqrt<T: Float>(x: T) -> T {
    x.sqrt()
}

/// `1 / sqrt(x)`
#[inline(always)]
pub fn rsqrt<T: Float>(x: T) -> T {
    T::ONE / x.sqrt()
}

/// `1 / x`
#[inline(always)]
pub fn recip<T: Float>(x: T) -> T {
    T::ONE / x
}

/// `x * x`
#[inline(always)]
pub fn square<T: Float>(x: T) -> T {
    x * x
}

/// Whole power by repeated squaring; a negative exponent gives `1 / powi(x, -n)`.
#[inline(always)]
pub fn powi<T: Float>(x: T, n: i32) -> T {
    let mut rest = n.unsigned_abs();
    let mut factor = x;
    let mut power = T::ONE;
    while rest != 0 {
        if rest & 1 == 1 {
            power *= factor;
        }
        factor *= factor;
        rest >>= 1;
    }
    if n < 0 { T::ONE / power } else { power }
}

/// `x` to the power `exponent`.
#[inline(always)]
pub fn powf<T: Float>(x: T, exponent: T) -> T {
    x.powf(exponent)
}

/// `e^x`
#[inline(always)]
pub fn exp<T: Float>(x: T) -> T {
    x.exp()
}

/// `e^x - 1`, exact near 0.
#[inline(always)]
pub fn expm1<T: Float>(x: T) -> T {
    x.exp_m1()
}

/// Natural logarithm.
#[inline(always)]
pub fn ln<T: Float>(x: T) -> T {
    x.ln()
}

/// `ln(1 + x)`, exact near 0.
#[inline(always)]
pub fn log1p<T: Float>(x: T) -> T {
    x.ln_1p()
}

/// Sine of radians.
#[inline(always)]
pub fn sin<T: Float>(x: T) -> T {
    x.sin()
}

/// Cosine of radians.
#[inline(always)]
pub fn cos<T: Float>(x: T) -> T {
    x.cos()
}

/// Hyperbolic tangent.
#[inline(always)]
pub fn tanh<T: Float>(x: T) -> T {
    x.tanh()
}

/// Angle of the point (`x`, `y`) in radians.
#[inline(always)]
pub fn atan2<T: Float>(y: T, x: T) -> T {
    y.atan2(x)
}

/// `sqrt(x * x + y * y)` without overflow on the way; infinite if either is, even beside NaN.
///
/// Numbers whose squares could overflow or vanish are scaled by a power of two, which changes no digit; choices instead
/// of branches, so that loops vectorise.
#[inline(always)]
pub fn hypot<T: Float>(x: T, y: T) -> T {
    const LARGE: f64 = f64::from_bits((1023 + 600) << 52);
    let (x, y): (f64, f64) = (x.abs().as_(), y.abs().as_());
    let larger = if x > y { x } else { y };
    let (scale, back) = if larger > 1e150 { (1.0 / LARGE, LARGE) } else { (1.0, 1.0) };
    let (scale, back) = if larger < 1e-120 { (LARGE, 1.0 / LARGE) } else { (scale, back) };
    let (a, b) = (x * scale, y * scale);
    let length = (a * a + b * b).sqrt() * back;
    T::cast(if (x == f64::INFINITY) | (y == f64::INFINITY) { f64::INFINITY } else { length })
}

/// -1, 0 or 1: 0 of 0, and NaN of NaN.
#[inline(always)]
pub fn sign<T: Float>(x: T) -> T {
    let negative = if x < T::ZERO { -T::ONE } else { x };
    if x > T::ZERO { T::ONE } else { negative }
}

/// `x` with the sign of `sign`.
#[inline(always)]
pub fn copysign<T: Float>(x: T, sign: T) -> T {
    x.copysign(sign)
}

/// Largest integer not above `x`.
#[inline(always)]
pub fn floor<T: Float>(x: T) -> T {
    x.floor()
}

/// Smallest integer not below `x`.
#[inline(always)]
pub fn ceil<T: Float>(x: T) -> T {
    x.ceil()
}

/// Nearest integer, half away from zero.
#[inline(always)]
pub fn round<T: Float>(x: T) -> T {
    x.round()
}

/// Integer part.
#[inline(always)]
pub fn trunc<T: Float>(x: T) -> T {
    x.trunc()
}

/// The smaller one; NaN if either is.
#[inline(always)]
pub fn min<T: Float>(a: T, b: T) -> T {
    if (a < b) | a.is_nan() { a } else { b }
}

/// The larger one; NaN if either is.
#[inline(always)]
pub fn max<T: Float>(a: T, b: T) -> T {
    if (a > b) | a.is_nan() { a } else { b }
}

/// `min(max(x, lo), hi)`; it never fails, whatever the order of `lo` and `hi`.
#[inline(always)]
pub fn clamp<T: Float>(x: T, lo: T, hi: T) -> T {
    min(max(x, lo), hi)
}

/// `a + w * (b - a)`: `a` at weight 0, `b` at weight 1.
#[inline(always)]
pub fn lerp<T: Float>(a: T, b: T, w: T) -> T {
    a + w * (b - a)
}

/// 0 in place of a subnormal number, which would slow every later step.
#[inline(always)]
pub fn flush<T: Float>(x: T) -> T {
    if x.abs() < T::min_positive_value() { T::ZERO } else { x }
}
