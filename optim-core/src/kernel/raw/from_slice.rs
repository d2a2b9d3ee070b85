//! Views of slices. A view contains only elements of its slice, whatever the arguments.

use std::marker::PhantomData;

use super::base::Base;
use super::origin::Origin;
use super::{TensorMut, TensorRef};
use crate::kernel::Float;
use crate::view_error::ViewError;

mod sealed {
    pub trait Sealed: num_traits::AsPrimitive<i128> + TryInto<isize> {
        /// Reinterprets the strides as signed numbers. Numbers that do not fit change their value.
        fn signed(strides: &[Self]) -> &[isize];
    }
}

/// The type of a stride in elements: `isize`, or `usize` for libraries without negative strides.
pub trait Stride: sealed::Sealed {}

impl Stride for isize {}
impl Stride for usize {}

impl sealed::Sealed for isize {
    #[inline]
    fn signed(strides: &[Self]) -> &[isize] {
        strides
    }
}

impl sealed::Sealed for usize {
    #[inline]
    fn signed(strides: &[Self]) -> &[isize] {
        // SAFETY: both types have the same size and alignment, and any bits are a number of either.
        unsafe { std::slice::from_raw_parts(strides.as_ptr().cast(), strides.len()) }
    }
}

/// The same strides, signed: see `Sealed::signed`.
#[cfg(feature = "half-views")]
pub(super) fn signed<S: Stride>(strides: &[S]) -> &[isize] {
    S::signed(strides)
}

impl<'a, T: Float> TensorRef<'a, T> {
    /// Views a slice as an array of this shape, with its elements in C order. Nothing is copied.
    ///
    /// ```
    /// use optim_core::TensorRef;
    ///
    /// let grad = TensorRef::from_slice(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3])?;
    /// assert_eq!(grad.to_ndarray()[[1, 0]], 4.0);
    ///
    /// let error = TensorRef::from_slice(&[1.0_f32; 5], &[2, 3]).unwrap_err();
    /// assert_eq!(error.to_string(), "a view of shape [2, 3] needs a slice of 6 elements, found 5");
    /// # Ok::<(), optim_core::ViewError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the slice has another number of elements than the shape.
    #[inline]
    pub fn from_slice(data: &'a [T], shape: &'a [usize]) -> Result<Self, ViewError> {
        fills(shape, data.len())?;
        Ok(Self { place: Origin::Native(Base::of(data)), shape, strides: None, data: PhantomData })
    }

    /// Views elements of a slice as an array. Index 0 is the element `offset`. The stride of an axis is the distance between its neighbours, in
    /// elements. Indices may share elements: a stride of 0 repeats them.
    ///
    /// ```
    /// use optim_core::TensorRef;
    ///
    /// let transposed = TensorRef::from_strided(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0], 0, &[3, 2], &[1_usize, 3])?;
    /// assert_eq!(transposed.to_ndarray()[[0, 1]], 4.0);
    /// # Ok::<(), optim_core::ViewError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the number of strides differs from the number of axes, if an index lies outside of the slice, or if there are more than
    /// `isize::MAX` indices. The stride of an axis with one element has no effect. Without elements, the offset and all strides have no effect.
    #[inline]
    pub fn from_strided<S: Stride>(
        data: &'a [T],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [S],
    ) -> Result<Self, ViewError> {
        if inside(data.len(), offset, shape, strides)? {
            // No index has an element.
            return Ok(Self { place: Origin::Native(Base::of(data)), shape, strides: None, data: PhantomData });
        }
        // Every index lies inside of the slice, `offset` among them. The strides of axes with neighbours are the same
        // numbers when signed, the others are not used.
        let place = Origin::Native(Base::of(data).after(offset));
        Ok(Self { place, shape, strides: Some(S::signed(strides)), data: PhantomData })
    }
}

impl<'a, T: Float> TensorMut<'a, T> {
    /// Views a slice as a writable array of this shape, with its elements in C order. Nothing is copied.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`TensorRef::from_slice`].
    #[inline]
    pub fn from_slice(data: &'a mut [T], shape: &'a [usize]) -> Result<Self, ViewError> {
        fills(shape, data.len())?;
        Ok(Self { place: Origin::Native(Base::of_mut(data)), shape, strides: None, data: PhantomData })
    }

    /// Views elements of a slice as a writable array, see [`TensorRef::from_strided`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`TensorRef::from_strided`], and an error if two indices may share an element. Sorted by size, each stride must be
    /// larger than the total distance that all smaller strides span. This refuses interleaved layouts, such as shape `[2, 3]` with strides `[3, 2]`,
    /// although each of their elements has only one index.
    #[inline]
    pub fn from_strided<S: Stride>(
        data: &'a mut [T],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [S],
    ) -> Result<Self, ViewError> {
        if inside(data.len(), offset, shape, strides)? {
            // No index has an element.
            return Ok(Self { place: Origin::Native(Base::of_mut(data)), shape, strides: None, data: PhantomData });
        }
        distinct(shape, strides)?;
        let place = Origin::Native(Base::of_mut(data).after(offset));
        Ok(Self { place, shape, strides: Some(S::signed(strides)), data: PhantomData })
    }
}

/// The number of elements of a shape. As in `ndarray`, the product of the other sizes is limited even if a size is 0.
#[inline]
pub(crate) fn elements(shape: &[usize]) -> Result<usize, ViewError> {
    let (mut len, mut product) = (1_usize, 1_usize);
    for &size in shape {
        // At most `product`, so it does not overflow either.
        len = if size == 0 { 0 } else { len.wrapping_mul(size) };
        product = match product.checked_mul(size.max(1)) {
            Some(product) if product <= isize::MAX.unsigned_abs() => product,
            _ => return Err(too_large(shape)),
        };
    }
    Ok(len)
}

#[cold]
fn too_large(shape: &[usize]) -> ViewError {
    ViewError::TooLarge { shape: shape.to_vec() }
}

/// Checks that a slice has exactly the elements of a shape.
#[inline]
pub(super) fn fills(shape: &[usize], found: usize) -> Result<(), ViewError> {
    let expected = elements(shape)?;
    if expected == found { Ok(()) } else { Err(length(shape, expected, found)) }
}

#[cold]
fn length(shape: &[usize], expected: usize, found: usize) -> ViewError {
    ViewError::Length { shape: shape.to_vec(), expected, found }
}

/// Checks that every index lies inside of a slice. Returns true if there are no indices.
#[inline]
pub(super) fn inside<S: Stride>(len: usize, offset: usize, shape: &[usize], strides: &[S]) -> Result<bool, ViewError> {
    let count = elements(shape)?;
    if strides.len() != shape.len() {
        return Err(ViewError::Axes { shape: shape.to_vec(), strides: wide(strides) });
    }
    if count == 0 {
        return Ok(true);
    }
    // If a sum overflows, the element is beyond any slice.
    if reach(offset, shape, strides).is_some_and(|(lowest, highest)| lowest >= 0 && highest.unsigned_abs() < len) {
        return Ok(false);
    }
    Err(ViewError::OutOfBounds { shape: shape.to_vec(), strides: wide(strides), offset, len })
}

/// The lowest and the highest position of all indices, if they do not overflow.
#[inline]
fn reach<S: Stride>(offset: usize, shape: &[usize], strides: &[S]) -> Option<(isize, isize)> {
    let offset = isize::try_from(offset).ok()?;
    let (mut lowest, mut highest) = (offset, offset);
    for (size, stride) in used(shape, strides) {
        let span = isize::try_from(size - 1).ok()?.checked_mul(stride?)?;
        lowest = lowest.checked_add(span.min(0))?;
        highest = highest.checked_add(span.max(0))?;
    }
    Some((lowest, highest))
}

/// Checks that each index has a different element: each stride is larger than the total span of all smaller strides. Every index lies inside of a
/// slice, so these spans and their sum are not larger than the slice.
pub(super) fn distinct<S: Stride>(shape: &[usize], strides: &[S]) -> Result<(), ViewError> {
    let axes =
        || used(shape, strides).map(|(size, stride)| (size - 1, stride.map_or(0, isize::unsigned_abs))).enumerate();
    for (axis, (_, stride)) in axes() {
        let smaller = axes().filter(|&(place, (_, other))| (other, place) < (stride, axis));
        if smaller.map(|(_, (steps, other))| steps * other).sum::<usize>() >= stride {
            return Err(ViewError::Overlap { shape: shape.to_vec(), strides: wide(strides) });
        }
    }
    Ok(())
}

/// The size and stride of each axis with more than one element.
#[inline]
fn used<S: Stride>(shape: &[usize], strides: &[S]) -> impl Iterator<Item = (usize, Option<isize>)> {
    shape.iter().zip(strides).filter(|(size, _)| **size > 1).map(|(&size, &stride)| (size, stride.try_into().ok()))
}

fn wide<S: Stride>(strides: &[S]) -> Vec<i128> {
    strides.iter().map(|stride| stride.as_()).collect()
}
