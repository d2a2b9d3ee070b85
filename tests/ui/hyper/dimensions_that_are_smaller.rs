//! `min` takes two dimensions.

use optim_std::author::*;

#[optimizer(state <
    a: (min(rows), 1) = 0.0,
    b: (min(rows, cols, 3), 1) = 0.0,
    c: (min(1, cols), cols) = 0.0,
    d: (rows, min(cols, 0)) = 0.0,
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
