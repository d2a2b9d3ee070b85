//! A `return` under a condition on the gradient: both are mistakes.

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
        if grad.norm() == 0.0 {
            return;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
