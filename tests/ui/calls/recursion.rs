//! Helpers that call themselves, directly and in a circle.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * self.first(grad);
        self.step(param, grad, state);
    }

    fn first(&self, x: Tensor) -> Tensor {
        self.second(x)
    }

    fn second(&self, x: Tensor) -> Tensor {
        self.first(x)
    }
}

fn main() {}
