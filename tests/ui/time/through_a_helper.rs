//! Timed conditions that a helper function is passed and misuses.

use optim_std::author::*;

#[optimizer(state <slow = param, number: scalar = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub k: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let due = every(self.k);
        state.slow = self.scaled(grad, after(100));
        state.number = self.number(due);
        state.slow = self.turned(grad, at(1));
        state.slow = self.answer() * grad;
        *param -= self.lr * grad;
    }

    fn scaled(&self, x: Tensor, due: bool) -> Tensor {
        self.weighted(x, !due)
    }

    fn weighted(&self, x: Tensor, by: f64) -> Tensor {
        by * x
    }

    fn number(&self, due: bool) -> Scalar {
        let number = if due { 1 } else { 2 };
        scalar(1.0)
    }

    fn turned(&self, x: Tensor, due: bool) -> Tensor {
        let y = if due { x } else { x.t() };
        x
    }

    fn answer(&self) -> bool {
        every(2)
    }
}

fn main() {}
