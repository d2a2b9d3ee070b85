//! An input in a step and in a helper that do not take the inputs.

use optim_std::author::*;

#[optimizer(input <hessian: tensor>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad / input.hessian + self.scaled(grad);
    }

    fn scaled(&self, x: Tensor) -> Tensor {
        x / input.hessian
    }
}

fn main() {}
