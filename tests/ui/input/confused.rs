//! Inputs, states and settings by the wrong door.

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
        state.hessian = grad;
        let update = self.hessian * input.curvature * input.lr;
        *param -= self.lr * update;
    }
}

fn main() {}
