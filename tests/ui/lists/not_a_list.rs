//! An index of a state that is not a list.

use optim_std::author::*;

#[optimizer(state <momentum = 0.0>)]
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
        state.momentum[0] = grad;
        *param -= self.lr * state.momentum[1];
    }
}

fn main() {}
