//! Optimizers whose steps differ: each form of a timed condition, in each place where one may stand.

use optim_std::prelude::*;

/// SGD with slow weights, which take a part of the way every `k` steps (Zhang et al. 2019, arXiv:1907.08610).
#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Lookahead {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 0.5, range = 0.0..=1.0)]
    pub alpha: f64,
    #[hyper(default = 5)]
    pub k: usize,
}

#[optimizer]
impl Lookahead {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
        if every(self.k) {
            state.slow += self.alpha * (*param - state.slow);
            *param = state.slow;
        }
    }
}

/// Gradients are added up, and the parameter moves every `k` steps.
#[optimizer(state <sum = 0.0>)]
#[derive(Debug, Clone)]
pub struct Accumulate {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub k: u32,
}

#[optimizer]
impl Accumulate {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let sum = state.sum + grad;
        if every(self.k) {
            *param -= self.lr * sum / self.k as f64;
            state.sum = full(0.0);
        } else {
            state.sum = sum;
        }
    }
}
