//! Inputs of `#[derive(Parameters)]`.

use ndarray::{Array1, Array2};
use optim_std::prelude::*;

#[derive(Parameters)]
enum Layer {
    Linear(Array2<f32>),
    Bias(Array1<f32>),
}

#[derive(Parameters)]
union Bits {
    x: f32,
    y: u32,
}

#[derive(Parameters)]
struct Mixed {
    weight: Array2<f32>,
    bias: Array1<f64>,
}

#[derive(Parameters)]
struct Attributes {
    #[parameters(rename)]
    weight: Array2<f32>,
    #[parameters(skipped)]
    bias: Array1<f32>,
    #[parameters(rename = "weight")]
    other: Array1<f32>,
}

fn main() {}
