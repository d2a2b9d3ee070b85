//! Fields that hold no parameters: the compiler's own errors.

use ndarray::Array2;
use optim_std::prelude::*;

#[derive(Parameters)]
struct Linear {
    weight: Array2<f32>,
    name: String,
    dropout: f64,
}

fn main() {}
