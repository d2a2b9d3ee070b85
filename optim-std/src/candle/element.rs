//! Element types of variables.

use candle_core::{CpuStorage, DType, Layout, WithDType};

use crate::{Float, TensorMut, TensorRef, ViewError};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A type with which steps compute: `f32` or `f64`. On the CPU, variables and gradients of an `f32` optimizer may also be `bf16` and `f16`.
pub trait Element: Float + WithDType + sealed::Sealed {
    /// Returns true if a step can update memory with elements of this type.
    #[doc(hidden)]
    fn takes(dtype: DType) -> bool;

    /// The elements of a storage; `None` if they are of another type.
    #[doc(hidden)]
    fn view<'a>(storage: &'a CpuStorage, layout: &'a Layout) -> Option<Result<TensorRef<'a, Self>, ViewError>>;

    /// The elements of a storage, to write.
    #[doc(hidden)]
    fn view_mut<'a>(storage: &'a mut CpuStorage, layout: &'a Layout) -> Option<Result<TensorMut<'a, Self>, ViewError>>;
}

macro_rules! element {
    ($($type:ident: $($Variant:ident $view:ident)*;)*) => {
        $(impl Element for $type {
            fn takes(dtype: DType) -> bool {
                matches!(dtype, $(DType::$Variant)|*)
            }

            fn view<'a>(storage: &'a CpuStorage, layout: &'a Layout) -> Option<Result<TensorRef<'a, Self>, ViewError>> {
                let (offset, dims, strides) = (layout.start_offset(), layout.dims(), layout.stride());
                match storage {
                    $(CpuStorage::$Variant(numbers) => Some(TensorRef::$view(numbers, offset, dims, strides)),)*
                    _ => None,
                }
            }

            fn view_mut<'a>(storage: &'a mut CpuStorage, layout: &'a Layout) -> Option<Result<TensorMut<'a, Self>, ViewError>> {
                let (offset, dims, strides) = (layout.start_offset(), layout.dims(), layout.stride());
                match storage {
                    $(CpuStorage::$Variant(numbers) => Some(TensorMut::$view(numbers, offset, dims, strides)),)*
                    _ => None,
                }
            }
        })*
    };
}
element! {
    f32: F32 from_strided BF16 from_half_strided F16 from_half_strided;
    f64: F64 from_strided;
}

/// The element type in candle.
pub(super) fn dtype<T: Element>() -> DType {
    <T as WithDType>::DTYPE
}
