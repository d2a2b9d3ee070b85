//! A complaint that something is never used waits until nothing else is wrong: the mistake may be why.

use optim_std::author::*;

#[optimizer(state <m = 0.0, n = 0.0>, input <seen: tensor>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        'all: for _ in 0..2 {
            *param -= self.lr * grad + state.n;
        }
    }
}

fn main() {}
