//! Two states that were never declared.

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
        state.exp_avg_sq = grad.square();
        state.exp_avg += state.momentum;
        *param -= self.lr * state.exp_avg_sq;
    }
}

fn main() {}
