//! A tensor as a condition, and a mask of all elements.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if grad {
            state.exp_avg = grad;
        }
        if !(state.exp_avg == 0.0) {
            state.exp_avg = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
