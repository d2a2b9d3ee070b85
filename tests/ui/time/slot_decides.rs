//! A slot decides an `if`.

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
        if slot(2) {
            state.slow = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
