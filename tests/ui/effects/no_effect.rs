//! Statements of fixed values: nothing happens in them.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 2)]
    pub k: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.k.pow(2);
        let mut bound = Some(1.0);
        bound.take();
        *param -= self.lr * grad;
    }
}

fn main() {}
