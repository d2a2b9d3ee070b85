//! A condition on a number that changes during the run, and one that is no condition.

use optim_std::author::*;

#[optimizer(input <hessian: tensor if self.lr > 0.1, trust: scalar if slot(3), loss: global if>)]
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
