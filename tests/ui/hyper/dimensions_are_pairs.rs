//! A state has two dimensions.

use optim_std::author::*;

#[optimizer(state <
    a: (rows) = 0.0,
    b: (rows, cols, rows) = 0.0,
    c: () = 0.0,
    d: (rows rows) = 0.0,
    e: [rows, cols] = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
