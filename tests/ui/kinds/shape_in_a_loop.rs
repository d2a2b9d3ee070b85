//! A shape that changes with every turn.

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
        let mut x = grad;
        for _ in 0..self.turns {
            x = x.t();
        }
        *param -= self.lr * x;
    }
}

fn main() {}
