//! Wrong uses of `shared` and `global`.

use optim_std::author::*;

#[optimizer(state <d: globl = 0.0, global: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, shared = true, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 1.0, shared, shared)]
    pub first: f64,
    #[hyper(default = 1.0, share)]
    pub second: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * (self.first + self.second) * (state.d + state.global) * grad;
    }
}

fn main() {}
