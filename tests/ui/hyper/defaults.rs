//! Defaults of other types: the compiler's own errors, at the user's tokens.

use optim_std::author::*;

#[optimizer(state <exp_avg = { self.count }, flat = 0.0 if self.count>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(default = 1, scheduled)]
    pub lr: f64,
    #[hyper(default = 0.9)]
    pub betas: (f64, f64),
    #[hyper(default = 0.9)]
    pub beta: Option<f64>,
    #[hyper(default = 1.0)]
    pub count: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * (grad + state.exp_avg);
    }
}

fn main() {}
