//! A constant that is not an integer.

use optim_std::author::*;

const WIDTH: f64 = 2.0;

#[optimizer(state <
    a: (rows, WIDTH) = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.a = 0.5 * state.a;
        *param -= self.lr * grad;
    }
}

fn main() {}
