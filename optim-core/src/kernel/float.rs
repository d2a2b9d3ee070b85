//! Element types: `f32` and `f64`, with the arithmetic of a step.

use std::fmt::{Debug, Display};
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use ndarray::{ArrayView2, ArrayViewMut2, linalg::general_mat_mul};

use crate::dtype::DType;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// Declares the functions of a step; its operators are those of Rust.
macro_rules! declare {
    ($($section:ident { $($rows:tt)* })*) => {
        $(declare!(@$section $($rows)*);)*
    };
    (@compare $($rows:tt)*) => {};
    (@logic $($rows:tt)*) => {};
    (@choice $($rows:tt)*) => {};
    (@row $name:ident $operands:tt as $sign:tt, $meaning:literal) => {};
    (@row $name:ident($x:ident $(, $rest:ident)*), $meaning:literal) => {
        #[doc = $meaning]
        fn $name(self $(, $rest: Self)*) -> Self;
    };
    (@$numbers:ident $($Op:ident = $name:ident $operands:tt $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(declare!(@row $name $operands $(as $sign)?, $meaning);)*
    };
}

/// A floating-point element type: `f32` or `f64`.
///
/// Functions of several numbers have the first as receiver. Every function is inlined and, where the machine has an instruction for it, free of branches, so that loops over
/// slices vectorise. None of them fuses a multiplication with an addition: results are the same at every
/// instruction-set level.
pub trait Float:
    sealed::Sealed
    + Copy
    + Default
    + Send
    + Sync
    + 'static
    + PartialOrd
    + PartialEq
    + Debug
    + Display
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
{
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The smallest positive normal number.
    const MIN_POSITIVE: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// Negative infinity.
    const NEG_INFINITY: Self;
    /// Not a number.
    const NAN: Self;
    /// Name of the type: `"f32"` or `"f64"`.
    const NAME: &'static str;
    /// The type as data.
    const DTYPE: DType;

    /// Rounds to the nearest number of this type.
    fn from_f64(x: f64) -> Self;
    /// The same number in double precision.
    fn to_f64(self) -> f64;

    /// The pattern of bits, in the lowest ones of the result.
    fn to_bits(self) -> u64;
    /// The number of a pattern, the lowest bits of `bits`.
    fn from_bits(bits: u64) -> Self;

    optim_language::operations!(declare);

    /// Whole power by repeated squaring; a negative exponent gives `1 / x.powi(-n)`.
    fn powi(self, n: i32) -> Self;
    /// 0 in place of a subnormal number, which would slow every later step.
    fn flush(self) -> Self;
    /// Whether the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// `c = a · b` through the linear-algebra library. The sizes must agree.
    #[doc(hidden)]
    fn matrix_product(a: &ArrayView2<'_, Self>, b: &ArrayView2<'_, Self>, c: &mut ArrayViewMut2<'_, Self>);

    /// Which of two things that differ by the element type is for this one.
    #[doc(hidden)]
    fn choose<E: ForEach>(each: &E) -> E::Of<Self>;
}

/// One thing for each element type, for [`Float::choose`].
#[doc(hidden)]
pub trait ForEach {
    /// What it is for elements of type `T`.
    type Of<T: Float>;

    fn f32(&self) -> Self::Of<f32>;
    fn f64(&self) -> Self::Of<f64>;
}

/// The length of (`x`, `y`). Numbers whose squares could overflow or vanish are scaled by a power of two, which changes no
/// digit; choices instead of branches, so that loops vectorise.
#[inline(always)]
fn hypot(x: f64, y: f64) -> f64 {
    const LARGE: f64 = f64::from_bits((1023 + 600) << 52);
    let (x, y) = (x.abs(), y.abs());
    let larger = if x > y { x } else { y };
    let (scale, back) = if larger > 1e150 { (1.0 / LARGE, LARGE) } else { (1.0, 1.0) };
    let (scale, back) = if larger < 1e-120 { (LARGE, 1.0 / LARGE) } else { (scale, back) };
    let (a, b) = (x * scale, y * scale);
    let length = (a * a + b * b).sqrt() * back;
    if (x == f64::INFINITY) | (y == f64::INFINITY) { f64::INFINITY } else { length }
}

macro_rules! float {
    ($type:ident $bits:ident $DType:ident) => {
        impl Float for $type {
            fn choose<E: ForEach>(each: &E) -> E::Of<Self> {
                each.$type()
            }

            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MIN_POSITIVE: Self = $type::MIN_POSITIVE;
            const INFINITY: Self = $type::INFINITY;
            const NEG_INFINITY: Self = $type::NEG_INFINITY;
            const NAN: Self = $type::NAN;
            const NAME: &'static str = stringify!($type);
            const DTYPE: DType = DType::$DType;

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as Self
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn to_bits(self) -> u64 {
                $type::to_bits(self).into()
            }
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                $type::from_bits(bits as $bits)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $type::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $type::sqrt(self)
            }
            #[inline(always)]
            fn rsqrt(self) -> Self {
                1.0 / $type::sqrt(self)
            }
            #[inline(always)]
            fn recip(self) -> Self {
                1.0 / self
            }
            #[inline(always)]
            fn square(self) -> Self {
                self * self
            }
            #[inline(always)]
            fn powi(self, n: i32) -> Self {
                let mut rest = n.unsigned_abs();
                let mut factor = self;
                let mut power = 1.0;
                while rest != 0 {
                    if rest & 1 == 1 {
                        power *= factor;
                    }
                    factor *= factor;
                    rest >>= 1;
                }
                if n < 0 { 1.0 / power } else { power }
            }
            #[inline(always)]
            fn powf(self, exponent: Self) -> Self {
                $type::powf(self, exponent)
            }
            #[inline(always)]
            fn exp(self) -> Self {
                $type::exp(self)
            }
            #[inline(always)]
            fn expm1(self) -> Self {
                $type::exp_m1(self)
            }
            #[inline(always)]
            fn ln(self) -> Self {
                $type::ln(self)
            }
            #[inline(always)]
            fn log1p(self) -> Self {
                $type::ln_1p(self)
            }
            #[inline(always)]
            fn sin(self) -> Self {
                $type::sin(self)
            }
            #[inline(always)]
            fn cos(self) -> Self {
                $type::cos(self)
            }
            #[inline(always)]
            fn atan2(self, other: Self) -> Self {
                $type::atan2(self, other)
            }
            #[inline(always)]
            fn hypot(self, other: Self) -> Self {
                hypot(self.into(), other.into()) as Self
            }
            #[inline(always)]
            fn tanh(self) -> Self {
                $type::tanh(self)
            }
            #[inline(always)]
            fn sign(self) -> Self {
                let negative = if self < 0.0 { -1.0 } else { self };
                if self > 0.0 { 1.0 } else { negative }
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                $type::copysign(self, sign)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                $type::floor(self)
            }
            #[inline(always)]
            fn ceil(self) -> Self {
                $type::ceil(self)
            }
            #[inline(always)]
            fn round(self) -> Self {
                $type::round(self)
            }
            #[inline(always)]
            fn trunc(self) -> Self {
                $type::trunc(self)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if (self < other) | self.is_nan() { self } else { other }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if (self > other) | self.is_nan() { self } else { other }
            }
            #[inline(always)]
            fn clamp(self, lo: Self, hi: Self) -> Self {
                Float::min(Float::max(self, lo), hi)
            }
            #[inline(always)]
            fn lerp(self, other: Self, weight: Self) -> Self {
                self + weight * (other - self)
            }
            #[inline(always)]
            fn flush(self) -> Self {
                if $type::abs(self) < $type::MIN_POSITIVE { 0.0 } else { self }
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $type::is_finite(self)
            }
            fn matrix_product(a: &ArrayView2<'_, Self>, b: &ArrayView2<'_, Self>, c: &mut ArrayViewMut2<'_, Self>) {
                general_mat_mul(1.0, a, b, 0.0, c);
            }
        }
    };
}

float!(f32 u32 F32);
float!(f64 u64 F64);
