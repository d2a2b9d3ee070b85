//! AdamW of candle.

use std::error::Error;
use std::time::{Duration, Instant};

use candle_core::backprop::GradStore;
use candle_core::{Device, Tensor, Var};
use candle_nn::{AdamW, Optimizer, ParamsAdamW};

use crate::{LR, Stepper, WEIGHT_DECAY, numbers};

pub(crate) struct Candle {
    optimizer: AdamW,
    grads: GradStore,
}

impl Candle {
    pub(crate) fn new(lens: &[usize]) -> Result<Self, Box<dyn Error>> {
        let tensor = |len, seed, scale| Tensor::from_vec(numbers(len, seed, scale), len, &Device::Cpu);
        let vars = lens.iter().map(|&len| Var::from_tensor(&tensor(len, 0, 1.0)?)).collect::<Result<Vec<_>, _>>()?;
        // Only a backward pass creates gradients. This code adds the gradients of all other variables.
        let mut grads = vars.first().ok_or("there is no shape")?.sum_all()?.backward()?;
        for (var, &len) in vars.iter().zip(lens) {
            grads.insert(var, tensor(len, 7, 0.01)?);
        }
        let settings = ParamsAdamW { lr: LR, eps: 1e-8, weight_decay: WEIGHT_DECAY, ..ParamsAdamW::default() };
        Ok(Self { optimizer: AdamW::new(vars, settings)?, grads })
    }
}

impl Stepper for Candle {
    fn step(&mut self) -> Result<Duration, Box<dyn Error>> {
        let began = Instant::now();
        self.optimizer.step(&self.grads)?;
        Ok(began.elapsed())
    }
}
