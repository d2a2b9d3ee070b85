//! The impl has a type parameter, and the struct has none.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Plain {
    #[hyper(default = 0.1)]
    pub lr: f64,
}

#[optimizer]
impl<O: Definition> Plain<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
