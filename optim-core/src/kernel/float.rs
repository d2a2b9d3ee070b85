//! Element types: `f32` and `f64`.

use std::iter::Sum;

use ndarray::NdFloat;
use num_traits::{AsPrimitive, ConstOne, ConstZero, FromPrimitive};

use crate::dtype::DType;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A floating-point element type: `f32` or `f64`.
///
/// It is a [`num_traits::Float`] with all traits that ndarray requires of an element, so generic code can use the usual methods:
///
/// ```
/// use optim_core::Float;
///
/// /// The length of a vector.
/// fn length<T: Float>(x: &[T]) -> T {
///     x.iter().map(|x| x.powi(2)).sum::<T>().sqrt()
/// }
///
/// /// The mean of two numbers.
/// fn mean<T: Float>(x: T, y: T) -> Option<T> {
///     Some(T::from(0.5)? * (x + y))
/// }
///
/// assert_eq!(length(&[3.0_f32, 4.0]), 5.0);
/// assert_eq!(mean(1.0, 2.0), Some(1.5));
/// ```
///
/// So `x.min(y)` and `x.max(y)` are Rust's methods, which ignore NaN. A *step* computes with the functions of [`math`](super::math) instead, where
/// NaN stays NaN.
pub trait Float:
    sealed::Sealed
    + NdFloat
    + AsPrimitive<f64>
    + ConstOne
    + ConstZero
    + Default
    + FromPrimitive
    + Sum
    + for<'a> Sum<&'a Self>
{
    /// The type as data.
    const DTYPE: DType;

    /// Rounds to the nearest number of this type. [`AsPrimitive::as_`] converts back exactly.
    ///
    /// ```
    /// use optim_core::Float;
    ///
    /// fn round_trip<T: Float>(x: f64) -> f64 {
    ///     T::cast(x).as_()
    /// }
    /// assert_eq!(round_trip::<f64>(0.1), 0.1);
    /// assert_eq!(round_trip::<f32>(0.1), f64::from(0.1_f32));
    /// ```
    fn cast(x: f64) -> Self;

    /// The pattern of bits, in the lowest bits of the result.
    fn to_bits(self) -> u64;
    /// The number with the pattern in the lowest bits of `bits`.
    fn from_bits(bits: u64) -> Self;

    /// The same numbers as `f32`, if that is their type.
    #[doc(hidden)]
    fn as_f32(numbers: &[Self]) -> Option<&[f32]>;
    #[doc(hidden)]
    fn as_f32_mut(numbers: &mut [Self]) -> Option<&mut [f32]>;

    /// Selects the variant for this element type.
    #[doc(hidden)]
    fn choose<E: ForEach>(each: &E) -> E::Of<Self>;
}

/// A variant for each element type, for [`Float::choose`].
#[doc(hidden)]
pub trait ForEach {
    /// The type for elements of type `T`.
    type Of<T: Float>;

    fn f32(&self) -> Self::Of<f32>;
    fn f64(&self) -> Self::Of<f64>;
}

macro_rules! float {
    ($type:ident $bits:ident $DType:ident $some:expr) => {
        impl Float for $type {
            const DTYPE: DType = DType::$DType;

            #[inline(always)]
            fn cast(x: f64) -> Self {
                x.as_()
            }
            #[inline(always)]
            fn to_bits(self) -> u64 {
                $type::to_bits(self).into()
            }
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                $type::from_bits(bits as $bits)
            }
            fn as_f32(numbers: &[Self]) -> Option<&[f32]> {
                $some(numbers)
            }
            fn as_f32_mut(numbers: &mut [Self]) -> Option<&mut [f32]> {
                $some(numbers)
            }
            fn choose<E: ForEach>(each: &E) -> E::Of<Self> {
                each.$type()
            }
        }
    };
}

float!(f32 u32 F32 Some);
float!(f64 u64 F64 (|_| None));
