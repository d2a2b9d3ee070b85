//! Names that are taken, and lists that are given twice.

use optim_std::author::*;

#[optimizer(state <curvature = 1.0>, input <curvature: tensor, lr: scalar, hessian, hessian, step: scalar>, input <grad>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        *param -= self.lr * grad / state.curvature;
    }
}

fn main() {}
