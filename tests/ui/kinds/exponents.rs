//! The exponent of `powi` is an integer, and would be cut to one in silence.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub power: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let half = 0.5;
        *param -= self.lr * (grad.powi(2.5) + grad.powi(self.power) + grad.powi(half) + grad.pow(2.0));
    }
}

fn main() {}
