//! `eye` is a first value of squares.

use optim_std::author::*;

#[optimizer(state <
    a = eye,
    b: rows = eye,
    c: scalar = eye(2.0),
    d: (rows, self.k) = eye,
    e: (cols, rows) = eye(0.5),
    f: matrices = eye,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub k: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
