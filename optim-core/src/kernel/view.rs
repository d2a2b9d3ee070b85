//! Borrowed arrays of any layout, as cheap as a pointer with its shape and strides.

use std::marker::PhantomData;

use ndarray::{ArrayRef, ArrayViewD, ArrayViewMutD, Dimension, IxDyn, ShapeBuilder};

use super::Float;

/// A shared view of an array of any shape and layout.
#[derive(Clone, Copy, Debug)]
pub struct TensorRef<'a, T> {
    ptr: *const T,
    shape: &'a [usize],
    strides: Option<&'a [isize]>,
    data: PhantomData<&'a T>,
}

/// An exclusive view of an array of any shape and layout.
#[derive(Debug)]
pub struct TensorMut<'a, T> {
    ptr: *mut T,
    shape: &'a [usize],
    strides: Option<&'a [isize]>,
    data: PhantomData<&'a mut T>,
}

// SAFETY: a `TensorRef` is a `&'a` to the elements it can reach, and is sent and shared like one.
unsafe impl<T: Sync> Send for TensorRef<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for TensorRef<'_, T> {}
// SAFETY: a `TensorMut` is a `&'a mut` to the elements it can reach, and is sent and shared like one.
unsafe impl<T: Send> Send for TensorMut<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for TensorMut<'_, T> {}

impl<'a, T: Float> TensorRef<'a, T> {
    /// Views an array or a view; nothing is copied.
    #[inline]
    #[must_use]
    pub fn from_array<D: Dimension>(array: &'a ArrayRef<T, D>) -> Self {
        Self { ptr: array.as_ptr(), shape: array.shape(), strides: Some(array.strides()), data: PhantomData }
    }

    /// Length of each axis.
    #[inline]
    #[must_use]
    pub const fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// Distance in elements between neighbours along each axis. `None` if the view was made from a slice alone: its
    /// elements follow each other in C order then.
    #[inline]
    #[must_use]
    pub const fn strides(&self) -> Option<&'a [isize]> {
        self.strides
    }

    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        if self.is_empty() { 0 } else { self.shape.iter().product() }
    }

    /// Whether there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// The same view as an `ndarray` one.
    #[must_use]
    pub fn to_ndarray(&self) -> ArrayViewD<'a, T> {
        let (ptr, shape) = lowest(self.ptr, self.shape, self.strides);
        // SAFETY: `ptr`, `shape` and `strides` describe elements of an array borrowed for `'a`, seen from the element
        // with the lowest address, so that every stride counts upwards.
        let mut view = unsafe { ArrayViewD::from_shape_ptr(shape, ptr) };
        for (axis, &stride) in self.strides.into_iter().flatten().enumerate() {
            if stride < 0 && self.shape[axis] > 1 {
                view.invert_axis(ndarray::Axis(axis));
            }
        }
        view
    }

    /// A view of elements that somebody else vouches for.
    ///
    /// # Safety
    ///
    /// For `'a`, `ptr` points to the first element of an array of this shape and these strides, whose elements may be
    /// read and are not written; the product of all sizes but zeros is at most `isize::MAX`.
    #[inline]
    pub(super) const unsafe fn from_parts(ptr: *const T, shape: &'a [usize], strides: Option<&'a [isize]>) -> Self {
        Self { ptr, shape, strides, data: PhantomData }
    }

    #[inline(always)]
    pub(crate) const fn as_ptr(&self) -> *const T {
        self.ptr
    }
}

impl<'a, T: Float> TensorMut<'a, T> {
    /// Views an array or a view; nothing is copied.
    #[inline]
    #[must_use]
    pub fn from_array<D: Dimension>(array: &'a mut ArrayRef<T, D>) -> Self {
        let ptr = array.as_mut_ptr();
        let array: &'a ArrayRef<T, D> = array;
        Self { ptr, shape: array.shape(), strides: Some(array.strides()), data: PhantomData }
    }

    /// Length of each axis.
    #[inline]
    #[must_use]
    pub const fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// Distance in elements between neighbours along each axis. `None` if the view was made from a slice alone: its
    /// elements follow each other in C order then.
    #[inline]
    #[must_use]
    pub const fn strides(&self) -> Option<&'a [isize]> {
        self.strides
    }

    /// Number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        if self.is_empty() { 0 } else { self.shape.iter().product() }
    }

    /// Whether there are no elements.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// A shared view for as long as this one is borrowed.
    #[inline]
    #[must_use]
    pub const fn as_ref(&self) -> TensorRef<'_, T> {
        TensorRef { ptr: self.ptr, shape: self.shape, strides: self.strides, data: PhantomData }
    }

    /// An exclusive view for as long as this one is borrowed.
    #[inline]
    #[must_use]
    pub const fn reborrow(&mut self) -> TensorMut<'_, T> {
        TensorMut { ptr: self.ptr, shape: self.shape, strides: self.strides, data: PhantomData }
    }

    /// The same view as an `ndarray` one.
    #[must_use]
    pub fn to_ndarray(&self) -> ArrayViewD<'_, T> {
        self.as_ref().to_ndarray()
    }

    /// The same view as an `ndarray` one that can be written.
    #[must_use]
    pub fn to_ndarray_mut(&mut self) -> ArrayViewMutD<'_, T> {
        let (ptr, shape) = lowest(self.ptr, self.shape, self.strides);
        // SAFETY: as for `TensorRef::to_ndarray`, with exclusive access to the elements while `self` is borrowed.
        let mut view = unsafe { ArrayViewMutD::from_shape_ptr(shape, ptr.cast_mut()) };
        for (axis, &stride) in self.strides.into_iter().flatten().enumerate() {
            if stride < 0 && self.shape[axis] > 1 {
                view.invert_axis(ndarray::Axis(axis));
            }
        }
        view
    }

    /// A view of elements that somebody else vouches for.
    ///
    /// # Safety
    ///
    /// As for [`TensorRef::from_parts`], and nobody else reads or writes the elements; no two indices share one.
    #[inline]
    pub(super) const unsafe fn from_parts(ptr: *mut T, shape: &'a [usize], strides: Option<&'a [isize]>) -> Self {
        Self { ptr, shape, strides, data: PhantomData }
    }

    #[inline(always)]
    pub(crate) const fn as_mut_ptr(&self) -> *mut T {
        self.ptr
    }
}

/// The element with the lowest address, and the shape with the strides made positive.
fn lowest<T>(ptr: *const T, shape: &[usize], strides: Option<&[isize]>) -> (*const T, ndarray::StrideShape<IxDyn>) {
    let Some(strides) = strides else { return (ptr, IxDyn(shape).into()) };
    if shape.contains(&0) {
        // No stride is ever used; the library would refuse those that let two elements be one.
        return (ptr, IxDyn(shape).into());
    }
    let mut ptr = ptr;
    let mut positive = Vec::with_capacity(strides.len());
    for (&len, &stride) in shape.iter().zip(strides) {
        if stride < 0 && len > 1 {
            ptr = ptr.wrapping_offset(stride * (len as isize - 1));
        }
        // The stride of an axis with at most one element is never used.
        positive.push(if len > 1 { stride.unsigned_abs() } else { 0 });
    }
    (ptr, IxDyn(shape).strides(IxDyn(&positive)))
}
