//! The arithmetic of a step: the functions of the step language for one element.
//!
//! Operators are Rust's, so only rows of the table without an operator have a function here. Most of them call the method of [`num_traits::Float`]
//! with the name in the language. Others differ in special cases: `min`, `max` and `clamp` keep NaN, `powi` and `hypot` have the same bits on every
//! machine.
//!
//! Every function is inlined, and has no branches if the machine has an instruction for it, so loops over slices vectorize. No function fuses a
//! multiplication with an addition, so results are the same at every instruction-set level. Generated code calls these functions by their path, or as
//! functions of `Value`, so they do not conflict with methods of the same name.

use super::Float;

/// Functions that are methods of numbers.
macro_rules! methods {
    ($($(#[$meaning:meta])* $name:ident($x:ident $(, $y:ident)?) = $method:ident;)*) => {$(
        $(#[$meaning])*
        #[inline(always)]
        pub fn $name<T: Float>($x: T $(, $y: T)?) -> T {
            $x.$method($($y)?)
        }
    )*};
}
methods! {
    /// The absolute value.
    abs(x) = abs;
    /// The square root; NaN below 0.
    sqrt(x) = sqrt;
    /// `x` to the power `exponent`.
    powf(x, exponent) = powf;
    /// `e^x`
    exp(x) = exp;
    /// `e^x - 1`, exact near 0.
    expm1(x) = exp_m1;
    /// The natural logarithm.
    ln(x) = ln;
    /// `ln(1 + x)`, exact near 0.
    log1p(x) = ln_1p;
    /// The sine; `x` is in radians.
    sin(x) = sin;
    /// The cosine; `x` is in radians.
    cos(x) = cos;
    /// The hyperbolic tangent.
    tanh(x) = tanh;
    /// The angle of the point (`x`, `y`) in radians.
    atan2(y, x) = atan2;
    /// `x` with the sign of `sign`.
    copysign(x, sign) = copysign;
    /// The largest integer not above `x`.
    floor(x) = floor;
    /// The smallest integer not below `x`.
    ceil(x) = ceil;
    /// The nearest integer, ties away from zero.
    round(x) = round;
    /// The integer part.
    trunc(x) = trunc;
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

/// An integer power by repeated squaring. A negative exponent gives `1 / powi(x, -n)`.
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

/// `sqrt(x * x + y * y)` without intermediate overflow. Infinite if either number is, even if the other one is NaN.
///
/// Numbers whose squares could overflow or underflow are scaled by a power of two, which changes no digit. There are selections instead of branches,
/// so that loops vectorize.
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

/// -1, 0 or 1; NaN for NaN.
#[inline(always)]
pub fn sign<T: Float>(x: T) -> T {
    let negative = if x < T::ZERO { -T::ONE } else { x };
    if x > T::ZERO { T::ONE } else { negative }
}

/// The smaller number; NaN if either is NaN.
#[inline(always)]
pub fn min<T: Float>(a: T, b: T) -> T {
    if (a < b) | a.is_nan() { a } else { b }
}

/// The larger number; NaN if either is NaN.
#[inline(always)]
pub fn max<T: Float>(a: T, b: T) -> T {
    if (a > b) | a.is_nan() { a } else { b }
}

/// `min(max(x, lo), hi)`. It never panics, even if `lo` is above `hi`.
#[inline(always)]
pub fn clamp<T: Float>(x: T, lo: T, hi: T) -> T {
    min(max(x, lo), hi)
}

/// `a + w * (b - a)`: `a` at weight 0, `b` at weight 1.
#[inline(always)]
pub fn lerp<T: Float>(a: T, b: T, w: T) -> T {
    a + w * (b - a)
}

/// Replaces a subnormal number by 0, because it would slow every later step.
#[inline(always)]
pub fn flush<T: Float>(x: T) -> T {
    if x.abs() < T::min_positive_value() { T::ZERO } else { x }
}
