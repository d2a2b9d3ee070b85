//! Partitions: each rule steps its own parameters as it would alone, and decisions about the whole model are made once.

mod around;
mod checkpoint;
mod errors;
mod learning_rate;
mod settings;
mod steps;

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::{Inputs, Named, Optimizer, ParamInfo};

/// Arrays by name.
type Model<T> = BTreeMap<String, ArrayD<T>>;

const SHAPES: [(&str, &[usize]); 6] = [
    ("a.bias", &[4]),
    ("a.weight", &[4, 3]),
    ("b.bias", &[3]),
    ("b.weight", &[3, 4]),
    ("c.scale", &[]),
    ("c.weight", &[4, 3]),
];

/// Pseudorandom numbers, the same for each seed.
fn model<T: Float>(seed: u64) -> Model<T> {
    let mut next = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut number = move || {
        next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::cast(((next >> 33) as f64 / f64::from(1_u32 << 30)) - 1.0)
    };
    SHAPES.map(|(name, shape)| (name.to_owned(), ArrayD::from_shape_simple_fn(shape, &mut number))).into()
}

fn is_matrix(param: &ParamInfo<'_>) -> bool {
    param.ndim() == 2
}

/// The parameters that are matrices, or those that are not.
fn part<T: Float>(model: &Model<T>, matrices: bool) -> Model<T> {
    let kept = model.iter().filter(|(_, array)| (array.ndim() == 2) == matrices);
    kept.map(|(name, array)| (name.clone(), array.clone())).collect()
}

/// Ones for all inputs of an optimizer.
fn inputs<T: Float>(opt: &Optimizer<T>, grads: &Model<T>) -> Inputs<'static, T> {
    opt.inputs().iter().fold(Inputs::new(), |inputs, info| match info.global {
        true if opt.due(info.name).unwrap().is_empty() => inputs,
        true => inputs.number(info.name, 1.0),
        false => {
            let ones = grads.iter().map(|(name, grad)| (name.clone(), ArrayD::from_elem(grad.shape(), T::ONE)));
            inputs.tensors_where_due(info.name, Named(ones.collect()))
        }
    })
}
