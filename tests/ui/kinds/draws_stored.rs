//! Random numbers of another kind than their place.

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
        *param = normal_like(scalar(0.0));
        state.row = uniform_like(grad);
        *param -= self.lr * normal_like(grad.t()).t();
        *param = normal_like(grad.t());
    }
}

fn main() {}
