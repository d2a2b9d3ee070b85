//! A timed `if` changes a fixed variable.

use optim_std::author::*;

#[optimizer(state <slow = param>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 5)]
    pub k: usize,
    #[hyper(default = 0.5)]
    pub alpha: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut rounds = 1;
        if every(self.k) {
            rounds = 3;
        }
        for _ in 0..rounds {
            state.slow = 0.5 * state.slow + grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
