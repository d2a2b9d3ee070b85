//! Conditions that are fixed, but not a `bool`.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub momentum: f64,
    pub warmup: u64,
    pub clip: Option<f64>,
    pub betas: (f64, f64),
    pub nesterov: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if self.momentum {
            *param -= grad;
        }
        if param.ndim() && self.nesterov {
            *param -= grad;
        }
        let warmup = self.warmup;
        match self.nesterov {
            true if warmup => *param -= grad,
            _ => *param += grad,
        }
        if self.clip {
            *param -= grad;
        } else if self.betas {
            *param -= grad;
        }
        if self.warmup > 3 {
            *param -= self.lr * grad;
        }
        if !self.nesterov {
            *param -= grad;
        }
    }
}

fn main() {}
