//! A copy of the parameter is no row, column or number.

use optim_std::author::*;

#[optimizer(state <
    row: rows = param,
    sums: [cols; 2] = param,
    number: scalar = param,
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
