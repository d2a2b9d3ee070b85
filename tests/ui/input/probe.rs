//! An input that is due at some steps, in a probe.

use optim_std::author::*;

#[optimizer(state <start = 0.0>, input <hessian: tensor if every(self.k)>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 10)]
    pub k: usize,
}

#[optimizer]
impl Curved {
    fn probe(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.start = *param;
        *param += grad / input.hessian;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad;
    }
}

fn main() {}
