//! Kinds of no input.

use optim_std::author::*;

#[optimizer(input <hessian: tensr, loss: Global, trust: 3, basis: (rows,), cond: tensor unless self.k>)]
#[derive(Debug, Clone)]
pub struct Curved {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Curved {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
