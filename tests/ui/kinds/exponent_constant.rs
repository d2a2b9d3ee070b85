//! A constant as the exponent of `powi` that is no integer: the compiler's own error.

use optim_std::author::*;

const POWER: f64 = 2.5;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad.powi(POWER);
    }
}

fn main() {}
