//! A timed condition around a global state.

use optim_std::author::*;

#[optimizer(state <norm: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 10, shared)]
    pub k: usize,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let norm = grad.global_norm();
        if every(self.k) {
            state.norm = norm;
        }
        *param -= self.lr / (1.0 + state.norm) * grad;
    }
}

fn main() {}
