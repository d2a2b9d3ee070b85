//! Borrowed arrays of any layout, as cheap as a pointer with its shape and strides.

use std::marker::PhantomData;

use ndarray::{ArrayRef, ArrayViewD, ArrayViewMutD, Dimension, IxDyn, ShapeBuilder};

use super::base::Base;
use crate::kernel::Float;

/// A shared view of an array of any shape and layout.
// Invariant: `base`, `shape` and `strides` (C order if there are none) describe elements of what is borrowed for `'a`, and
// the product of all sizes but zeros is at most `isize::MAX`.
#[derive(Clone, Copy, Debug)]
pub struct TensorRef<'a, T> {
    pub(super) base: Base<T>,
    pub(super) shape: &'a [usize],
    pub(super) strides: Option<&'a [isize]>,
    pub(super) data: PhantomData<&'a T>,
}

/// An exclusive view of an array of any shape and layout.
// Invariant: as for `TensorRef`, and no two indices share an element.
#[derive(Debug)]
pub struct TensorMut<'a, T> {
    pub(super) base: Base<T>,
    pub(super) shape: &'a [usize],
    pub(super) strides: Option<&'a [isize]>,
    pub(super) data: PhantomData<&'a mut T>,
}

impl<'a, T: Float> TensorRef<'a, T> {
    /// Views an array or a view; nothing is copied.
    #[inline]
    #[must_use]
    pub fn from_array<D: Dimension>(array: &'a ArrayRef<T, D>) -> Self {
        let base = Base::new(array.as_ptr().cast_mut());
        Self { base, shape: array.shape(), strides: Some(array.strides()), data: PhantomData }
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
        let (base, shape) = lowest(self.base, self.shape, self.strides);
        // SAFETY: by the invariant, these are elements borrowed for `'a`, seen from the one with the lowest address, so
        // that every stride counts upwards.
        let mut view = unsafe { ArrayViewD::from_shape_ptr(shape, base.get()) };
        for (axis, &stride) in self.strides.into_iter().flatten().enumerate() {
            if stride < 0 && self.shape[axis] > 1 {
                view.invert_axis(ndarray::Axis(axis));
            }
        }
        view
    }
}

impl<'a, T: Float> TensorMut<'a, T> {
    /// Views an array or a view; nothing is copied.
    #[inline]
    #[must_use]
    pub fn from_array<D: Dimension>(array: &'a mut ArrayRef<T, D>) -> Self {
        let base = Base::new(array.as_mut_ptr());
        let array: &'a ArrayRef<T, D> = array;
        Self { base, shape: array.shape(), strides: Some(array.strides()), data: PhantomData }
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
        TensorRef { base: self.base, shape: self.shape, strides: self.strides, data: PhantomData }
    }

    /// An exclusive view for as long as this one is borrowed.
    #[inline]
    #[must_use]
    pub const fn reborrow(&mut self) -> TensorMut<'_, T> {
        TensorMut { base: self.base, shape: self.shape, strides: self.strides, data: PhantomData }
    }

    /// The same view as an `ndarray` one.
    #[must_use]
    pub fn to_ndarray(&self) -> ArrayViewD<'_, T> {
        self.as_ref().to_ndarray()
    }

    /// The same view as an `ndarray` one that can be written.
    #[must_use]
    pub fn to_ndarray_mut(&mut self) -> ArrayViewMutD<'_, T> {
        let (base, shape) = lowest(self.base, self.shape, self.strides);
        // SAFETY: by the invariant, these are elements borrowed exclusively, now by `self`, one for each index, seen from
        // the one with the lowest address.
        let mut view = unsafe { ArrayViewMutD::from_shape_ptr(shape, base.get()) };
        for (axis, &stride) in self.strides.into_iter().flatten().enumerate() {
            if stride < 0 && self.shape[axis] > 1 {
                view.invert_axis(ndarray::Axis(axis));
            }
        }
        view
    }
}

/// The element with the lowest address, and the shape with the strides made positive.
fn lowest<T>(base: Base<T>, shape: &[usize], strides: Option<&[isize]>) -> (Base<T>, ndarray::StrideShape<IxDyn>) {
    let Some(strides) = strides else { return (base, IxDyn(shape).into()) };
    if shape.contains(&0) {
        // No stride is ever used; the library would refuse those that let two elements be one.
        return (base, IxDyn(shape).into());
    }
    let mut base = base;
    let mut positive = Vec::with_capacity(strides.len());
    for (&len, &stride) in shape.iter().zip(strides) {
        if stride < 0 && len > 1 {
            base = base.offset(stride * (len as isize - 1));
        }
        // The stride of an axis with at most one element is never used.
        positive.push(if len > 1 { stride.unsigned_abs() } else { 0 });
    }
    (base, IxDyn(shape).strides(IxDyn(&positive)))
}
