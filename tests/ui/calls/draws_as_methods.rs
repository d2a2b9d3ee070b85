//! Random numbers as methods.

use optim_std::author::*;

#[optimizer(state <momentum = 0.0, row: rows = 0.0>)]
#[derive(Debug, Clone)]
pub struct Noisy {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 0.1)]
    pub sigma: f64,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad.normal_like();
        *param -= self.lr * state.row.uniform_like();
    }
}

fn main() {}
