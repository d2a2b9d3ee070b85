//! `eval` overwrites an item.

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
        state.history[slot(self.m)] = *param;
        *param -= self.lr * grad;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        state.history[0] = param;
        state.history[slot(self.m)]
    }
}

fn main() {}
