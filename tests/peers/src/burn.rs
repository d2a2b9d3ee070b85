//! AdamW of burn, on its CPU backend `flex`.

use std::error::Error;
use std::time::{Duration, Instant};

use burn::module::{Module, Param};
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::{Device, Tensor, TensorData};

use crate::{LR, Stepper, WEIGHT_DECAY, numbers};

#[derive(Module, Debug)]
struct Vectors {
    params: Vec<Param<Tensor<1>>>,
}

pub(crate) struct Burn {
    optimizer: ModuleOptimizer,
    /// `None` during a step.
    model: Option<Vectors>,
    grads: Vec<Tensor<1>>,
}

impl Burn {
    pub(crate) fn new(lens: &[usize]) -> Self {
        let tensor = |device: &Device, len, seed, scale| {
            Tensor::from_data(TensorData::new(numbers(len, seed, scale), [len]), device)
        };
        let (device, autodiff) = (Device::flex(), Device::flex().autodiff());
        let params = lens.iter().map(|&len| Param::from_tensor(tensor(&autodiff, len, 0, 1.0))).collect();
        let grads = lens.iter().map(|&len| tensor(&device, len, 7, 0.01)).collect();
        let optimizer = AdamWConfig::new().with_epsilon(1e-8).with_weight_decay(WEIGHT_DECAY as f32).init();
        Self { optimizer, model: Some(Vectors { params }), grads }
    }
}

impl Stepper for Burn {
    fn step(&mut self) -> Result<Duration, Box<dyn Error>> {
        let model = self.model.take().ok_or("a step has failed")?;
        let mut grads = GradientsParams::new();
        for (param, grad) in model.params.iter().zip(&self.grads) {
            // A separate copy, as after a backward pass.
            grads.register(param.id, grad.clone() + 0.0);
        }
        let began = Instant::now();
        self.model = Some(self.optimizer.step(LR, model, grads));
        Ok(began.elapsed())
    }
}
