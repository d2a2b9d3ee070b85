//! A state whose existence depends on a timed condition.

use optim_std::author::*;

#[optimizer(state <slow = param if every(3)>)]
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
        state.slow = grad;
        *param -= self.lr * grad;
    }
}

fn main() {}
