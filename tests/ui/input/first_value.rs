//! An input has no first value.

use optim_std::author::*;

#[optimizer(input <hessian = 0.0, loss: global = 1.0>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * input.loss * grad / input.hessian;
    }
}

fn main() {}
