//! The tensor is three `let`s away from the `if`.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub threshold: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let length = grad.norm();
        let ratio = length / 2.0;
        let large = ratio > self.threshold;
        if large {
            state.exp_avg = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
