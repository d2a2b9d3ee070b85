//! AdamW of dfdx.

use std::error::Error;
use std::time::{Duration, Instant};

use dfdx::optim::{AdamConfig, WeightDecay};
use dfdx::prelude::{Cpu, Gradients, Tensor, TensorFrom};

use crate::{LR, Stepper, WEIGHT_DECAY, numbers};

/// Modules of dfdx have fixed shapes, so this repeats what its optimizer does for each tensor of a module.
pub(crate) struct Dfdx {
    config: AdamConfig,
    params: Vec<Tensor<(usize,), f32, Cpu>>,
    grads: Gradients<f32, Cpu>,
    first: Gradients<f32, Cpu>,
    second: Gradients<f32, Cpu>,
    steps: i32,
}

impl Dfdx {
    pub(crate) fn new(lens: &[usize]) -> Result<Self, Box<dyn Error>> {
        let device = Cpu::default();
        let params: Vec<_> = lens.iter().map(|&len| device.tensor((numbers(len, 0, 1.0), (len,)))).collect();
        let mut grads = Gradients::leaky();
        for (param, &len) in params.iter().zip(lens) {
            grads
                .get_or_alloc_mut(param)
                .map_err(|error| format!("{error:?}"))?
                .copy_from_slice(&numbers(len, 7, 0.01));
        }
        let weight_decay = Some(WeightDecay::Decoupled(WEIGHT_DECAY));
        let config = AdamConfig { lr: LR, betas: [0.9, 0.999], eps: 1e-8, weight_decay };
        Ok(Self { config, params, grads, first: Gradients::leaky(), second: Gradients::leaky(), steps: 0 })
    }
}

impl Stepper for Dfdx {
    fn step(&mut self) -> Result<Duration, Box<dyn Error>> {
        let began = Instant::now();
        self.steps += 1;
        for param in &mut self.params {
            let grad = self.grads.get_or_alloc_mut(param).map_err(|error| format!("{error:?}"))?;
            let first = self.first.get_or_alloc_mut(param).map_err(|error| format!("{error:?}"))?;
            let second = self.second.get_or_alloc_mut(param).map_err(|error| format!("{error:?}"))?;
            self.config.try_update(self.steps, param, first, second, grad).map_err(|error| format!("{error:?}"))?;
        }
        Ok(began.elapsed())
    }
}
