//! Too many and too few arguments.

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
        if every() || every(1, 2, 3) || after(1, 2) {
            state.slow = *param;
        }
        let places = [grad, *param];
        *param -= self.lr * places[slot(2, 1, 0)];
    }
}

fn main() {}
