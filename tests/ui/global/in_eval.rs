//! A reduction over all parameters where there is no step.

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
        state.norm = grad.global_norm();
        *param -= self.lr / (1.0 + state.norm) * grad;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        state.norm = 1.0;
        param / (state.norm + param.global_norm())
    }
}

fn main() {}
