//! Scheduled hyperparameters change from step to step.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = (0.0, 1.0), scheduled)]
    pub warmup: (f64, f64),
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if self.lr > 0.1 {
            state.exp_avg = grad;
        }
        let warm = self.warmup.0 < self.warmup.1;
        if warm {
            state.exp_avg = -grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
