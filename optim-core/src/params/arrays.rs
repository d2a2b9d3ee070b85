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
