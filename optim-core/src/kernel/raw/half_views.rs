//! Views of arrays and slices of two-byte numbers.

use std::marker::PhantomData;

use half::{bf16, f16};
use ndarray::{ArrayRef, Dimension};

use super::base::Base;
use super::from_slice::{Stride, distinct, fills, inside, signed};
use super::origin::{Half, Origin};
use super::view::strides_of;
use super::{TensorMut, TensorRef};
use crate::kernel::Float;
use crate::view_error::ViewError;

mod sealed {
    pub trait Sealed {
        /// True if it is `bf16`; else it is `f16`.
        const IS_BF16: bool;
    }
}

/// A two-byte number of the crate `half`: `bf16` or `f16`. Models and gradients can mix them with `f32`. A step computes with `f32`.
pub trait HalfFloat: Copy + sealed::Sealed {}

// Both are `repr(transparent)` around their pattern, a `u16`: `patterns` relies on it.
impl sealed::Sealed for bf16 {
    const IS_BF16: bool = true;
}
impl sealed::Sealed for f16 {
    const IS_BF16: bool = false;
}
impl HalfFloat for bf16 {}
impl HalfFloat for f16 {}

const _: () = assert!(size_of::<bf16>() == size_of::<u16>() && align_of::<bf16>() == align_of::<u16>());
const _: () = assert!(size_of::<f16>() == size_of::<u16>() && align_of::<f16>() == align_of::<u16>());

/// The place of such numbers. A number consists only of its pattern of bits.
const fn patterns<T, H: HalfFloat>(first: *mut H) -> Origin<T> {
    let half = if H::IS_BF16 { Half::Bf16 } else { Half::F16 };
    Origin::Half { base: Base::new(first.cast()), half, random: false }
}

impl<'a, T: Float> TensorRef<'a, T> {
    /// Views an `ndarray` array or view of two-byte numbers. Nothing is copied.
    #[must_use]
    pub fn from_half_array<H: HalfFloat, D: Dimension>(array: &'a ArrayRef<H, D>) -> Self {
        let place = patterns(array.as_ptr().cast_mut());
        Self { place, shape: array.shape(), strides: strides_of(array), data: PhantomData }
    }

    /// Like [`from_slice`](Self::from_slice), for two-byte numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice has another number of elements than the shape.
    pub fn from_half_slice<H: HalfFloat>(data: &'a [H], shape: &'a [usize]) -> Result<Self, ViewError> {
        fills(shape, data.len())?;
        Ok(Self { place: patterns(data.as_ptr().cast_mut()), shape, strides: None, data: PhantomData })
    }

    /// Like [`from_strided`](Self::from_strided), for two-byte numbers.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_strided`](Self::from_strided).
    pub fn from_half_strided<H: HalfFloat, S: Stride>(
        data: &'a [H],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [S],
    ) -> Result<Self, ViewError> {
        // Without elements, the offset and the strides have no effect.
        let empty = inside(data.len(), offset, shape, strides)?;
        let first = data.as_ptr().cast_mut().wrapping_add(if empty { 0 } else { offset });
        let strides = (!empty).then(|| signed(strides));
        Ok(Self { place: patterns(first), shape, strides, data: PhantomData })
    }
}

impl<'a, T: Float> TensorMut<'a, T> {
    /// Views an `ndarray` array or view of two-byte numbers. Nothing is copied.
    #[must_use]
    pub fn from_half_array<H: HalfFloat, D: Dimension>(array: &'a mut ArrayRef<H, D>) -> Self {
        let place = patterns(array.as_mut_ptr());
        let array: &'a ArrayRef<H, D> = array;
        Self { place, shape: array.shape(), strides: strides_of(array), data: PhantomData }
    }

    /// Like [`from_slice`](Self::from_slice), for two-byte numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the slice has another number of elements than the shape.
    pub fn from_half_slice<H: HalfFloat>(data: &'a mut [H], shape: &'a [usize]) -> Result<Self, ViewError> {
        fills(shape, data.len())?;
        Ok(Self { place: patterns(data.as_mut_ptr()), shape, strides: None, data: PhantomData })
    }

    /// Like [`from_strided`](Self::from_strided), for two-byte numbers.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`from_strided`](Self::from_strided).
    pub fn from_half_strided<H: HalfFloat, S: Stride>(
        data: &'a mut [H],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [S],
    ) -> Result<Self, ViewError> {
        // Without elements, the offset and the strides have no effect.
        let empty = inside(data.len(), offset, shape, strides)?;
        if !empty {
            distinct(shape, strides)?;
        }
        let first = data.as_mut_ptr().wrapping_add(if empty { 0 } else { offset });
        let strides = (!empty).then(|| signed(strides));
        Ok(Self { place: patterns(first), shape, strides, data: PhantomData })
    }
}
