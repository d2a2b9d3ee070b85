//! A `return` under a fixed condition.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub nesterov: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if self.nesterov {
            *param -= self.lr * grad.sign();
            return;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
