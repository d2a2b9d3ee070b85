//! Loops without an iteration that is sure.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub turns: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        for _ in 0..self.turns {
            *param -= self.lr * grad;
        }
        for _ in 0..0 {
            *param -= self.lr * grad;
        }
    }
}

fn main() {}
