//! A local array of a length that is not a literal, assigned by a counter.

use optim_std::prelude::*;

#[optimizer(state <alpha: [scalar; self.m] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub m: usize,
    #[hyper(default = true)]
    pub keeps: bool,
    #[hyper(default = 0.5)]
    pub share: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut alpha = [scalar(0.0); self.m];
        for i in 0..self.m {
            alpha[i] = grad.norm();
        }
        *param -= self.lr * alpha[0] * state.alpha[0];
    }
}

fn main() {}
