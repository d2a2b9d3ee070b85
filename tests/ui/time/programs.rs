//! More than eight programs.

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
        if every(2) {
            state.slow = grad;
        }
        if every(3) {
            state.slow += grad;
        }
        if every(5) {
            state.slow *= 0.5;
        }
        if after(10) {
            state.slow += 1.0;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
