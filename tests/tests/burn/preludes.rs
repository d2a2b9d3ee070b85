//! burn's prelude next to the prelude of this project: they share no name.

use burn::prelude::*;
use optim_std::prelude::*;

/// The names in burn's prelude. Each would be an error if it were ambiguous.
#[allow(dead_code, reason = "it needs to compile")]
fn names_of_both<C: Config, M: Module, X: ElementConversion + ToElement>(
    _: (&Device, DeviceIndex, DeviceKind, &Shape, TensorData),
    _: (Tensor<1>, Tensor<1, Int>, Tensor<1, Bool>, Tensor<1, Float>),
    _: (AdamWBuilder, Threads),
) {
}

#[test]
fn tensors_of_one_and_optimizers_of_the_other() {
    let x = Tensor::<1>::from_floats([1.0, 2.0], &Device::flex());
    let sum: f32 = x.sum().into_scalar();
    let builder = AdamW::new().lr(f64::from(sum)).threads(Threads::One);
    assert!(format!("{builder:?}").contains("AdamW"));
}
