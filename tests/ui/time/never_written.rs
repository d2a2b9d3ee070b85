//! The parameter is written in no program of one path.

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
        if self.k > 3 {
            *param -= self.lr * grad;
        } else if every(self.k) {
            state.slow = grad;
        }
    }
}

fn main() {}
