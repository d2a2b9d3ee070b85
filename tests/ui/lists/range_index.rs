//! Several items at once.

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
        state.history[0] = grad;
        for past in state.history[0..2] {
            *param -= self.lr * past;
        }
        *param -= self.lr * state.history[..];
    }
}

fn main() {}
