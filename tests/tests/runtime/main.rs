//! Correct and incorrect uses of optimizers by a program.

#![allow(missing_docs, reason = "the models here are read in these files only")]

mod build;
mod gradients;
mod like;
mod read;
mod schedules;
mod spikes;
mod step;

use std::collections::BTreeMap;

use ndarray::{Array1, Array2, ArrayD, array};
use optim_std::author::*;
use optim_std::optimizers::AdamW;
use optim_std::prelude::*;
use optim_std::{Optimizer, StateView};

#[derive(Parameters, Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) weight: Array2<f32>,
    pub(crate) bias: Option<Array1<f32>>,
}

#[derive(Parameters, Clone, Debug, PartialEq)]
pub(crate) struct Model {
    pub(crate) embedding: Array2<f32>,
    pub(crate) layers: Vec<Linear>,
    #[parameters(rename = "out")]
    pub(crate) head: Box<Linear>,
    #[parameters(skip)]
    pub(crate) dropout: f64,
}

/// Names of the model's parameters, in order.
pub(crate) const NAMES: [&str; 6] =
    ["embedding", "layers.0.weight", "layers.0.bias", "layers.1.weight", "out.weight", "out.bias"];

pub(crate) fn model() -> Model {
    let linear = |bias| Linear { weight: array![[1.0, -2.0], [0.5, 3.0]], bias };
    Model {
        embedding: array![[0.1, 0.2, 0.3], [-0.4, -0.5, -0.6]],
        layers: vec![linear(Some(array![0.5, -0.5])), linear(None)],
        head: Box::new(linear(Some(array![1.0, 2.0]))),
        dropout: 0.5,
    }
}

/// Gradients for all parameters of the model, with the same number everywhere.
pub(crate) fn all(number: f32) -> Model {
    let mut grads = model();
    grads.visit_mut(optim_std::Name::ROOT, &mut |_, mut tensor| {
        tensor.to_ndarray_mut().expect("a number each").fill(number);
    });
    grads
}

/// A model with one matrix.
pub(crate) fn single() -> BTreeMap<String, ArrayD<f64>> {
    BTreeMap::from([("w".to_owned(), array![[1.0, -2.0], [3.0, 4.0]].into_dyn())])
}

pub(crate) fn single_grad(grad: ArrayD<f64>) -> BTreeMap<String, ArrayD<f64>> {
    BTreeMap::from([("w".to_owned(), grad)])
}

/// Everything that a step could change, to the bit.
pub(crate) fn snapshot(optimizer: &Optimizer<f32>, model: &Model) -> (Vec<u32>, Vec<u64>, Vec<u64>) {
    let (mut params, mut states) = (Vec::new(), Vec::new());
    model.visit(optim_std::Name::ROOT, &mut |_, tensor| params.extend(tensor.to_ndarray().iter().map(|x| x.to_bits())));
    optimizer.visit_state(|_, _, state| match state {
        StateView::Scalar(number) => states.push(number.to_bits()),
        StateView::Array(array) => states.extend(array.iter().map(|x| u64::from(x.to_bits()))),
    });
    let names: Vec<String> = optimizer.param_names().map(ToOwned::to_owned).collect();
    let mut counts: Vec<u64> = names.iter().map(|name| optimizer.step_count(name).unwrap()).collect();
    counts.push(optimizer.steps());
    (params, states, counts)
}

/// An optimizer after a few steps.
pub(crate) fn trained() -> (Optimizer<f32>, Model) {
    let mut model = model();
    let mut optimizer = AdamW::new().lr(0.1).build(&model).unwrap();
    for step in 1..=3_u8 {
        optimizer.step(&mut model, &all(f32::from(step))).unwrap();
    }
    (optimizer, model)
}
