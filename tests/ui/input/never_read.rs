//! An input that the caller must compute, and nobody reads.

use optim_std::author::*;

#[optimizer(input <hessian: tensor, loss: global>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * input.loss * grad;
    }
}

fn main() {}
