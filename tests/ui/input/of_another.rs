//! The inputs of another optimizer, and a reference to them.

use optim_std::author::*;

#[optimizer(input <hessian: tensor>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<AdamW>, _state: &mut State<Self>) {
        *param -= self.lr * grad / input.hessian;
    }

    fn scaled(&self, x: Tensor, input: &Input<Self>) -> Tensor {
        x / input.hessian
    }
}

fn main() {}
