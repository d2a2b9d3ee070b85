//! A timed `if` changes dimensions.

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
        let mut x = grad;
        if every(self.k) {
            x = x.t();
        }
        let y = if at(1) { grad.t() } else { grad };
        state.slow = grad * x.matmul(y).mean();
        *param -= self.lr * grad;
    }
}

fn main() {}
