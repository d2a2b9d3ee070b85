//! Views of slices: whatever the arguments, a view reaches elements of its slice and no others.

use std::marker::PhantomData;

use super::base::Base;
use super::place::Place;
use super::{TensorMut, TensorRef};
use crate::kernel::Float;

/// Why a slice cannot be seen as an array.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// The slice is shorter or longer than the shape says.
    #[error("a view of shape {shape:?} needs a slice of {expected} elements, found {found}")]
    Length {
        /// The shape.
        shape: Vec<usize>,
        /// Its number of elements.
        expected: usize,
        /// The length of the slice.
        found: usize,
    },
    /// The product of all sizes, zeros left out, is larger than `isize::MAX`.
    #[error("shape {shape:?} is too large: allowed are {} elements, sizes of 0 not counted", isize::MAX)]
    TooLarge {
        /// The shape.
        shape: Vec<usize>,
    },
    /// There is not one stride per axis.
    #[error("shape {shape:?} needs {} strides, found {}: {strides:?}", shape.len(), strides.len())]
    Axes {
        /// The shape.
        shape: Vec<usize>,
        /// The strides.
        strides: Vec<i128>,
    },
    /// Some index lies outside of the slice.
    #[error(
        "a view of shape {shape:?} with strides {strides:?} from element {offset} reaches outside of the slice of \
         {len} elements"
    )]
    OutOfBounds {
        /// The shape.
        shape: Vec<usize>,
        /// The strides.
        strides: Vec<i128>,
        /// The element of the slice at index 0.
        offset: usize,
        /// The length of the slice.
        len: usize,
    },
    /// Two indices share an element, or may do so, and the view is one to write.
    #[error("a view of shape {shape:?} with strides {strides:?} is not writable: two indices may share an element")]
    Overlap {
        /// The shape.
        shape: Vec<usize>,
        /// The strides.
        strides: Vec<i128>,
    },
}

crate::messages::debug_as_display!(ViewError);

mod sealed {
    pub trait Sealed: num_traits::AsPrimitive<i128> + TryInto<isize> {
        /// The same numbers as signed ones; those that do not fit become others.
        fn signed(strides: &[Self]) -> &[isize];
    }
}

/// A distance in elements: `isize`, or `usize` as in libraries without negative strides.
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
    /// Views a slice as an array of this shape, its elements in C order; nothing is copied.
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
        Ok(Self { place: Place::Native(Base::of(data)), shape, strides: None, data: PhantomData })
    }

    /// Views elements of a slice as an array: index 0 is element `offset`, neighbours along an axis are so many
    /// elements apart as its stride says. Indices may share elements: a stride of 0 repeats them.
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
    /// Returns an error if there is not one stride per axis, an index lies outside of the slice, or there are more than `isize::MAX`
    /// indices. The stride of an axis of one element does not matter, nor do all strides and the offset if there are no elements.
    #[inline]
    pub fn from_strided<S: Stride>(
        data: &'a [T],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [S],
    ) -> Result<Self, ViewError> {
        if inside(data.len(), offset, shape, strides)? {
            // No index has an element.
            return Ok(Self { place: Place::Native(Base::of(data)), shape, strides: None, data: PhantomData });
        }
        // Every index lies inside of the slice, `offset` among them. The strides of axes with neighbours are the same
        // numbers when signed, the others are not used.
        let place = Place::Native(Base::of(data).after(offset));
        Ok(Self { place, shape, strides: Some(S::signed(strides)), data: PhantomData })
    }
}

impl<'a, T: Float> TensorMut<'a, T> {
    /// Views a slice as an array of this shape, its elements in C order; nothing is copied.
    ///
    /// # Errors
    ///
    /// As [`TensorRef::from_slice`].
    #[inline]
    pub fn from_slice(data: &'a mut [T], shape: &'a [usize]) -> Result<Self, ViewError> {
        fills(shape, data.len())?;
        Ok(Self { place: Place::Native(Base::of_mut(data)), shape, strides: None, data: PhantomData })
    }

    /// Views elements of a slice as an array, see [`TensorRef::from_strided`].
    ///
    /// # Errors
    ///
    /// As [`TensorRef::from_strided`], and when two indices may share an element. Sorted by size, each stride must be larger
    /// than the distance that all smaller ones span together. This refuses layouts that interleave, such as shape
    /// `[2, 3]` with strides `[3, 2]`, although each of their elements has one index.
    #[inline]
    pub fn from_strided<S: Stride>(
        data: &'a mut [T],
        offset: usize,
        shape: &'a [usize],
        strides: &'a [S],
    ) -> Result<Self, ViewError> {
        if inside(data.len(), offset, shape, strides)? {
            // No index has an element.
            return Ok(Self { place: Place::Native(Base::of_mut(data)), shape, strides: None, data: PhantomData });
        }
        distinct(shape, strides)?;
        let place = Place::Native(Base::of_mut(data).after(offset));
        Ok(Self { place, shape, strides: Some(S::signed(strides)), data: PhantomData })
    }
}

/// The number of elements of a shape, as `ndarray` limits it: sizes of 0 do not make the others free.
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

/// Checks that a slice has just the elements of a shape.
#[inline]
pub(super) fn fills(shape: &[usize], found: usize) -> Result<(), ViewError> {
    let expected = elements(shape)?;
    if expected == found { Ok(()) } else { Err(length(shape, expected, found)) }
}

#[cold]
fn length(shape: &[usize], expected: usize, found: usize) -> ViewError {
    ViewError::Length { shape: shape.to_vec(), expected, found }
}

/// Checks that every index lies inside of a slice; returns true if there is no index at all.
#[inline]
pub(super) fn inside<S: Stride>(len: usize, offset: usize, shape: &[usize], strides: &[S]) -> Result<bool, ViewError> {
    let count = elements(shape)?;
    if strides.len() != shape.len() {
        return Err(ViewError::Axes { shape: shape.to_vec(), strides: wide(strides) });
    }
    if count == 0 {
        return Ok(true);
    }
    // A sum that overflows is the place of an element beyond any slice.
    if reach(offset, shape, strides).is_some_and(|(lowest, highest)| lowest >= 0 && highest.unsigned_abs() < len) {
        return Ok(false);
    }
    Err(ViewError::OutOfBounds { shape: shape.to_vec(), strides: wide(strides), offset, len })
}

/// The lowest and the highest place of any index, if they are numbers of their type.
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

/// Checks that every index has an element of its own: each stride is larger than what all smaller ones span together. Every
/// index lies inside of a slice, so these spans and their sum are no larger than it.
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

/// Size and stride of the axes along which there are neighbours.
#[inline]
fn used<S: Stride>(shape: &[usize], strides: &[S]) -> impl Iterator<Item = (usize, Option<isize>)> {
    shape.iter().zip(strides).filter(|(size, _)| **size > 1).map(|(&size, &stride)| (size, stride.try_into().ok()))
}

fn wide<S: Stride>(strides: &[S]) -> Vec<i128> {
    strides.iter().map(|stride| stride.as_()).collect()
}
