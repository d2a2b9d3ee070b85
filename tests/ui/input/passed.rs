//! Helpers that take the inputs and helpers that take a value.

use optim_std::author::*;

#[optimizer(input <hessian: tensor>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * self.scaled(grad, grad) + self.root(input);
    }

    fn scaled(&self, x: Tensor, input: Input<Self>) -> Tensor {
        x / input.hessian
    }

    fn root(&self, x: Tensor) -> Tensor {
        x.sqrt()
    }
}

fn main() {}
