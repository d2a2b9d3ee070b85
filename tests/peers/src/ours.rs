//! Optimizers of this crate, by their configuration.

use std::error::Error;
use std::time::{Duration, Instant};

use ndarray::ArrayD;
use optim_std::config::Config;
use optim_std::{Optimizer, MatmulPrecision};
use serde_json::Value;

use crate::{Stepper, numbers};

pub(crate) struct Ours {
    optimizer: Optimizer<f32>,
    model: Vec<ArrayD<f32>>,
    grads: Vec<ArrayD<f32>>,
}

impl Ours {
    pub(crate) fn new(shapes: &[Vec<usize>], command: &Value) -> Result<Self, Box<dyn Error>> {
        let array = |shape: &Vec<usize>, seed, scale| {
            ArrayD::from_shape_vec(shape.as_slice(), numbers(shape.iter().product(), seed, scale))
        };
        let model = shapes.iter().map(|shape| array(shape, 0, 1.0)).collect::<Result<Vec<_>, _>>()?;
        let grads = shapes.iter().map(|shape| array(shape, 7, 0.01)).collect::<Result<Vec<_>, _>>()?;
        let config = Config::parse(&format!(r#"{{"optimizer": {}}}"#, command["optimizer"]))?;
        let mut optimizer = config.build(&model)?;
        if command["bf16_products"].as_bool() == Some(true) {
            optimizer.set_matmul_precision(MatmulPrecision::Bf16);
        }
        Ok(Self { optimizer, model, grads })
    }
}

impl Stepper for Ours {
    fn step(&mut self) -> Result<Duration, Box<dyn Error>> {
        let began = Instant::now();
        self.optimizer.step(&mut self.model, &self.grads)?;
        Ok(began.elapsed())
    }
}
