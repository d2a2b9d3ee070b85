//! The step count changes from step to step.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 10)]
    pub milestone: u64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        if t > 100.0 {
            state.exp_avg = grad;
        }
        if (self.milestone < t) & (t > 5) {
            state.exp_avg = grad;
        }
        if t < self.milestone {
            state.exp_avg = grad;
        }
        for _ in 0..t {
            state.exp_avg = -grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
