//! The inputs in another place of the signature.

use optim_std::author::*;

#[optimizer(state <curvature = 1.0>, input <hessian: tensor>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, input: Input<Self>) {
        state.curvature = input.hessian;
        *param -= self.lr * grad / state.curvature;
    }
}

fn main() {}
