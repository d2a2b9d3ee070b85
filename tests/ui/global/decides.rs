//! A number of the whole model decides nothing either.

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
        if state.norm > 1.0 {
            *param -= self.lr * grad / state.norm;
        } else {
            *param -= self.lr * grad;
        }
    }
}

fn main() {}
