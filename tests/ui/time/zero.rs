//! Arguments that are too small.

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
        if every(0) || every(10, 0) || every(self.k, -1) || every(0, 1) || after(0) || at(0) {
            state.slow = *param;
        }
        let places = [grad, *param];
        *param -= self.lr * places[slot(2, -1)] + places[slot(0)];
    }
}

fn main() {}
