//! A type parameter without a field.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Wrapper<O: Definition> {
    #[hyper(default = 0.1)]
    pub lr: f64,
}

#[optimizer]
impl<O: Definition> Wrapper<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
