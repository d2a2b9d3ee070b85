//! Borrowed arrays of any layout. They are as cheap as a pointer with its shape and strides.

use std::marker::PhantomData;

use ndarray::{ArrayRef, ArrayViewD, ArrayViewMutD, CowArray, Dimension, IxDyn, ShapeBuilder};

use super::base::Base;
use super::origin::{Half, Origin};
use crate::dtype::DType;
use crate::kernel::Float;

/// A shared view of an array of any shape and layout. Its elements are numbers of the type `T`, or two-byte numbers: see [`dtype`](Self::dtype).
/// A step computes with `T` in both cases.
// Invariant: `place`, `shape` and `strides` (C order if there are none) describe elements of what is borrowed for `'a`, and
// the product of all sizes but zeros is at most `isize::MAX`.
#[derive(Clone, Copy, Debug)]
pub struct TensorRef<'a, T> {
    pub(super) place: Origin<T>,
    pub(super) shape: &'a [usize],
    pub(super) strides: Option<&'a [isize]>,
    pub(super) data: PhantomData<&'a T>,
}

/// An exclusive view of an array of any shape and layout, see [`TensorRef`].
// Invariant: as for `TensorRef`, and no two indices share an element.
#[derive(Debug)]
pub struct TensorMut<'a, T> {
    pub(super) place: Origin<T>,
    pub(super) shape: &'a [usize],
    pub(super) strides: Option<&'a [isize]>,
    pub(super) data: PhantomData<&'a mut T>,
}

/// The strides of an array; `None` if it is in C order.
#[inline]
pub(super) fn strides_of<E, D: Dimension>(array: &ArrayRef<E, D>) -> Option<&[isize]> {
    let strides = array.strides();
    // Most small parameters are vectors, and `ndarray` tests any number of axes by a loop.
    let is_standard = matches!(strides, [1]) || array.is_standard_layout();
    (!is_standard).then_some(strides)
}

/// The questions that both views answer.
macro_rules! questions {
    ($($View:ident)*) => {$(
        impl<'a, T: Float> $View<'a, T> {
            /// Returns the type of the elements: `T`, or a two-byte type.
            #[inline]
            #[must_use]
            pub const fn dtype(&self) -> DType {
                self.place.dtype()
            }

            /// Returns the length of each axis.
            #[inline]
            #[must_use]
            pub const fn shape(&self) -> &'a [usize] {
                self.shape
            }

            /// Returns the distance between neighbours along each axis, in elements. `None` means that the elements are contiguous in C order:
            /// the view was made from an array in C order, or from a slice without strides.
            #[inline]
            #[must_use]
            pub const fn strides(&self) -> Option<&'a [isize]> {
                self.strides
            }

            /// Returns the number of elements.
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                if self.is_empty() { 0 } else { self.shape.iter().product() }
            }

            /// Returns true if there are no elements.
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.shape.contains(&0)
            }
        }
    )*};
}

questions! { TensorRef TensorMut }

impl<'a, T: Float> TensorRef<'a, T> {
    /// Views an `ndarray` array or view. Nothing is copied.
    #[inline]
    #[must_use]
    pub fn from_array<D: Dimension>(array: &'a ArrayRef<T, D>) -> Self {
        let place = Origin::Native(Base::new(array.as_ptr().cast_mut()));
        Self { place, shape: array.shape(), strides: strides_of(array), data: PhantomData }
    }

    /// Returns the array as an `ndarray` view, or as a copy if the numbers take two bytes.
    #[must_use]
    pub fn to_ndarray(&self) -> CowArray<'a, T, IxDyn> {
        match self.elements() {
            Elements::Native(view) => view.into(),
            Elements::Half(codes, half) => codes.mapv(|code| half.number(code)).into(),
        }
    }

    /// The elements in their own type.
    pub(crate) fn elements(&self) -> Elements<ArrayViewD<'a, T>, ArrayViewD<'a, u16>> {
        let Self { shape, strides, .. } = *self;
        match self.place {
            Origin::Native(base) => Elements::Native(Shared { base, shape, strides, data: PhantomData }.view()),
            Origin::Half { base, half, .. } => {
                Elements::Half(Shared { base, shape, strides, data: PhantomData }.view(), half)
            }
        }
    }
}

/// The elements of a view in their own type: numbers, or patterns of bits.
pub(crate) enum Elements<N, C> {
    Native(N),
    Half(C, Half),
}

/// The elements of a view.
// Invariant: as for `TensorRef`, of elements that begin at `base`.
struct Shared<'a, E> {
    base: Base<E>,
    shape: &'a [usize],
    strides: Option<&'a [isize]>,
    data: PhantomData<&'a E>,
}

impl<'a, E> Shared<'a, E> {
    fn view(self) -> ArrayViewD<'a, E> {
        let (base, lowest) = lowest(self.base, self.shape, self.strides);
        // SAFETY: these are elements borrowed for `'a`, by the invariant, seen from the one with the lowest address, so that every
        // stride counts upwards.
        let mut view = unsafe { ArrayViewD::from_shape_ptr(lowest, base.get()) };
        for axis in inverted(self.shape, self.strides) {
            view.invert_axis(axis);
        }
        view
    }
}

/// The elements of an exclusive view.
// Invariant: as for `TensorMut`, of elements that begin at `base`.
struct Exclusive<'a, E> {
    base: Base<E>,
    shape: &'a [usize],
    strides: Option<&'a [isize]>,
    data: PhantomData<&'a mut E>,
}

impl<'a, E> Exclusive<'a, E> {
    fn view(self) -> ArrayViewMutD<'a, E> {
        let (base, lowest) = lowest(self.base, self.shape, self.strides);
        // SAFETY: these are elements borrowed exclusively for `'a`, by the invariant, one for each index, seen from the one with the
        // lowest address.
        let mut view = unsafe { ArrayViewMutD::from_shape_ptr(lowest, base.get()) };
        for axis in inverted(self.shape, self.strides) {
            view.invert_axis(axis);
        }
        view
    }
}

/// The axes with negative strides.
fn inverted(shape: &[usize], strides: Option<&[isize]>) -> impl Iterator<Item = ndarray::Axis> {
    let axes = strides.into_iter().flatten().zip(shape).enumerate();
    axes.filter(|(_, (stride, len))| **stride < 0 && **len > 1).map(|(axis, _)| ndarray::Axis(axis))
}

impl<'a, T: Float> TensorMut<'a, T> {
    /// Views an `ndarray` array or view. Nothing is copied.
    #[inline]
    #[must_use]
    pub fn from_array<D: Dimension>(array: &'a mut ArrayRef<T, D>) -> Self {
        let place = Origin::Native(Base::new(array.as_mut_ptr()));
        let array: &'a ArrayRef<T, D> = array;
        Self { place, shape: array.shape(), strides: strides_of(array), data: PhantomData }
    }

    /// Borrows a shared view.
    #[inline]
    #[must_use]
    pub const fn as_ref(&self) -> TensorRef<'_, T> {
        TensorRef { place: self.place, shape: self.shape, strides: self.strides, data: PhantomData }
    }

    /// Borrows an exclusive view.
    #[inline]
    #[must_use]
    pub const fn reborrow(&mut self) -> TensorMut<'_, T> {
        TensorMut { place: self.place, shape: self.shape, strides: self.strides, data: PhantomData }
    }

    /// Returns the array as an `ndarray` view, or as a copy if the numbers take two bytes.
    #[must_use]
    pub fn to_ndarray(&self) -> CowArray<'_, T, IxDyn> {
        self.as_ref().to_ndarray()
    }

    /// Returns the array as a writable `ndarray` view, or `None` if the numbers take two bytes. [`assign`](Self::assign) can write them, too.
    #[must_use]
    pub fn to_ndarray_mut(&mut self) -> Option<ArrayViewMutD<'_, T>> {
        match self.elements_mut() {
            Elements::Native(view) => Some(view),
            Elements::Half(..) => None,
        }
    }

    /// Assigns numbers in C order. If there are fewer numbers than elements, the other elements keep their values. Two-byte elements are rounded to
    /// nearest, ties to even.
    pub fn assign(&mut self, numbers: impl IntoIterator<Item = T>) {
        let numbers = numbers.into_iter();
        match self.elements_mut() {
            Elements::Native(mut view) => match view.as_slice_mut() {
                Some(elements) => elements.iter_mut().zip(numbers).for_each(|(to, from)| *to = from),
                None => view.iter_mut().zip(numbers).for_each(|(to, from)| *to = from),
            },
            Elements::Half(mut codes, half) => {
                codes.iter_mut().zip(numbers).for_each(|(to, from)| *to = half.code(from));
            }
        }
    }

    /// The elements in their own type.
    pub(crate) fn elements_mut(&mut self) -> Elements<ArrayViewMutD<'_, T>, ArrayViewMutD<'_, u16>> {
        self.reborrow().into_elements()
    }

    /// The elements in their own type, for the lifetime of the view.
    pub(crate) fn into_elements(self) -> Elements<ArrayViewMutD<'a, T>, ArrayViewMutD<'a, u16>> {
        let Self { shape, strides, .. } = self;
        match self.place {
            Origin::Native(base) => Elements::Native(Exclusive { base, shape, strides, data: PhantomData }.view()),
            Origin::Half { base, half, .. } => {
                Elements::Half(Exclusive { base, shape, strides, data: PhantomData }.view(), half)
            }
        }
    }

    /// Switches the rounding to `bf16` to stochastic rounding.
    pub(crate) fn round_at_random(&mut self) {
        if let Origin::Half { half: Half::Bf16, random, .. } = &mut self.place {
            *random = true;
        }
    }
}

/// The element with the lowest address, and the shape with the absolute values of the strides.
fn lowest<T>(base: Base<T>, shape: &[usize], strides: Option<&[isize]>) -> (Base<T>, ndarray::StrideShape<IxDyn>) {
    let Some(strides) = strides else { return (base, IxDyn(shape).into()) };
    if shape.contains(&0) {
        // The strides have no effect, and `ndarray` would refuse strides with which two indices share an element.
        return (base, IxDyn(shape).into());
    }
    let mut base = base;
    let mut positive = Vec::with_capacity(strides.len());
    for (&len, &stride) in shape.iter().zip(strides) {
        if stride < 0 && len > 1 {
            base = base.offset(stride * (len as isize - 1));
        }
        // The stride of an axis with at most one element has no effect.
        positive.push(if len > 1 { stride.unsigned_abs() } else { 0 });
    }
    (base, IxDyn(shape).strides(IxDyn(&positive)))
}
