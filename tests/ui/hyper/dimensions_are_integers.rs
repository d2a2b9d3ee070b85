//! A dimension is an integer of at least 1.

use optim_std::author::*;

#[optimizer(state <
    a: (rows, 0) = 0.0,
    b: (-2, cols) = 0.0,
    c: (rows, 2.0) = 0.0,
    d: (rows, "wide") = 0.0,
    e: (rows, true) = 0.0,
    f: (rows, self.eps) = 0.0,
    g: (rows, self.flag) = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub eps: f64,
    pub flag: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
