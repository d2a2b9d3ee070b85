//! The helper that writes it is never called.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let update = self.lr * grad;
        state.exp_avg = update;
    }

    fn apply(&self, param: &mut Tensor, update: Tensor) {
        *param -= update;
    }
}

fn main() {}
