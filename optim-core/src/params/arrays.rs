//! One array is one parameter.

use ndarray::{ArcArray, Array, ArrayView, ArrayViewMut, Dimension};

use super::{Name, Parameters};
use crate::kernel::{Float, TensorMut, TensorRef};

/// Arrays that can be written, of any dimension and layout.
macro_rules! arrays {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)* T: Float, D: Dimension> Parameters for $array {
            type Elem = T;

            #[inline]
            fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, T>)) {
                f(name, TensorRef::from_array(self));
            }

            #[inline]
            fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, T>)) {
                f(name, TensorMut::from_array(self));
            }
        }
    )*};
}

arrays! {
    [] Array<T, D>;
    [] ArcArray<T, D>;
    ['v,] ArrayViewMut<'v, T, D>;
}

/// A view of any array, such as [`TensorMut::from_slice`] makes.
impl<T: Float> Parameters for TensorMut<'_, T> {
    type Elem = T;

    #[inline]
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, T>)) {
        f(name, self.as_ref());
    }

    #[inline]
    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, T>)) {
        f(name, self.reborrow());
    }
}

/// Gradients only: there is nothing to write.
impl<T: Float> Parameters for TensorRef<'_, T> {
    type Elem = T;

    #[inline]
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, T>)) {
        f(name, *self);
    }

    fn visit_mut<'a>(&'a mut self, _: Name<'_>, _: &mut dyn FnMut(Name<'_>, TensorMut<'a, T>)) {}
}

/// Gradients only: there is nothing to write.
impl<T: Float, D: Dimension> Parameters for ArrayView<'_, T, D> {
    type Elem = T;

    #[inline]
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, T>)) {
        f(name, TensorRef::from_array(self));
    }

    fn visit_mut<'a>(&'a mut self, _: Name<'_>, _: &mut dyn FnMut(Name<'_>, TensorMut<'a, T>)) {}
}

/// Arrays of numbers of two bytes, which a step computes with as `f32`.
#[cfg(feature = "half")]
macro_rules! half_arrays {
    ($($half:ty)*) => {$(
        half_arrays! { array $half: [] Array<$half, D>; [] ArcArray<$half, D>; ['v,] ArrayViewMut<'v, $half, D>; }

        /// Gradients only: there is nothing to write.
        impl<D: Dimension> Parameters for ArrayView<'_, $half, D> {
            type Elem = f32;

            fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
                f(name, TensorRef::from_half_array(self));
            }

            fn visit_mut<'a>(&'a mut self, _: Name<'_>, _: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {}
        }
    )*};
    (array $half:ty: $([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)* D: Dimension> Parameters for $array {
            type Elem = f32;

            fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f32>)) {
                f(name, TensorRef::from_half_array(self));
            }

            fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, f32>)) {
                f(name, TensorMut::from_half_array(self));
            }
        }
    )*};
}

#[cfg(feature = "half")]
half_arrays! { half::bf16 half::f16 }
