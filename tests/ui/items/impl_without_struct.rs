//! An impl of a struct without the attribute.

use optim_std::author::*;

#[derive(Debug, Clone)]
pub struct Sgd {
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
