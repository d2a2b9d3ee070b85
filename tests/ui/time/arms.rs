//! Arms of a timed `if` that are no numbers.

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
        let rounds = if after(100) { 1 } else { 3 };
        let nested = if after(100) { every(2) } else { every(3) };
        let plain = if at(1) { true } else { false };
        state.slow = if nested || plain { grad } else { rounds * grad };
        *param -= self.lr * grad;
    }
}

fn main() {}
