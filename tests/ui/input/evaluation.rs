//! Weights for evaluation exist without inputs.

use optim_std::author::*;

#[optimizer(state <curvature = 1.0>, input <hessian: tensor>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.curvature = input.hessian;
        *param -= self.lr * grad / state.curvature;
    }

    fn eval(&self, param: Tensor, input: Input<Self>, state: &State<Self>) -> Tensor {
        param * input.hessian + state.curvature
    }
}

fn main() {}
