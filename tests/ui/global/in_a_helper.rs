//! The same in helper functions.

use optim_std::author::*;

#[optimizer(state <norm: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.remember(state, grad.norm());
        *param -= self.lr / (1.0 + state.norm) * grad;
    }

    fn remember(&self, state: &mut State<Self>, norm: Scalar) {
        state.norm = norm;
    }
}

fn main() {}
