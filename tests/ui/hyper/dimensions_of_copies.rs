//! A copy of the parameter has its dimensions.

use optim_std::author::*;

#[optimizer(state <
    a: (rows, rows) = param,
    b: (cols, 4) = param,
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
