//! A function called as a method, and a fixed value without matrices.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub k: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let a = param.rows().eye();
        let b = self.k.eigh();
        *param -= self.lr * grad;
    }
}

fn main() {}
