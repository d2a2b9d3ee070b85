//! An input that is read at every step, and given at some.

use optim_std::author::*;

#[optimizer(state <curvature = 1.0>, input <hessian: tensor if every(self.k)>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = 10)]
    pub k: usize,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.curvature = input.hessian;
        *param -= self.lr * grad / state.curvature;
    }
}

fn main() {}
