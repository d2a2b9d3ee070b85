//! Element types of variables.

use candle_core::{CpuStorage, DType, WithDType};

use crate::Float;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// An element type of variables: `f32` or `f64`.
pub trait Element: Float + WithDType + sealed::Sealed {
    /// The numbers of a storage, to write; `None` if they are of another type.
    #[doc(hidden)]
    fn slice_mut(storage: &mut CpuStorage) -> Option<&mut [Self]>;
}

macro_rules! element {
    ($($type:ident $Variant:ident)*) => {
        $(impl Element for $type {
            fn slice_mut(storage: &mut CpuStorage) -> Option<&mut [Self]> {
                match storage {
                    CpuStorage::$Variant(numbers) => Some(numbers),
                    _ => None,
                }
            }
        })*
    };
}
element!(f32 F32 f64 F64);

/// The element type as candle calls it.
pub(super) fn dtype<T: Element>() -> DType {
    <T as WithDType>::DTYPE
}
