//! Inputs are the caller's.

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
        input.hessian = grad;
        input.hessian *= 2.0;
        input = grad;
        *param -= self.lr * grad / input.hessian;
    }
}

fn main() {}
