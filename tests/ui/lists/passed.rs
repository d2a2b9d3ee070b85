//! A list, and an item, as arguments.

use optim_std::author::*;

#[optimizer(state <history: [tensor; self.m] = 0.0>)]
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
        self.push(&mut state.history, grad);
        *param -= self.lr * self.oldest(state.history);
    }

    fn push(&self, list: &mut Tensor, grad: Tensor) {
        *list = grad;
    }

    fn oldest(&self, list: Tensor) -> Tensor {
        list
    }
}

fn main() {}
