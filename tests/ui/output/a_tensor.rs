//! A tensor is assigned to a number, and a fixed number.

use optim_std::author::*;

#[optimizer(output <update: scalar, rate: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        output.update = self.lr * grad;
        output.rate = 0.5;
        *param -= self.lr * grad;
    }
}

fn main() {}
