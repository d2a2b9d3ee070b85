//! Values that are not dimensions.

use optim_std::author::*;

#[optimizer(state <
    a: (rows, _) = 0.0,
    b: (rows, ()) = 0.0,
    c: (rows, 1..3) = 0.0,
    d: (rows, [2]) = 0.0,
    e: (rows / 2, cols) = 0.0,
    f: (rows, 2 * cols) = 0.0,
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
