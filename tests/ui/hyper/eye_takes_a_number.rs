//! The number of `eye` is fixed.

use optim_std::author::*;

#[optimizer(state <
    a: (rows, rows) = eye(),
    b: (rows, rows) = eye(self.value()),
    c: (rows, rows) = eye(param),
    d: (rows, rows) = eye(self.esp),
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub eps: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
