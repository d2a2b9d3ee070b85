//! Declared states that no step uses.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0, count: scalar = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.average(state, grad);
        *param -= self.lr * grad;
    }

    fn average(&self, state: &mut State<Self>, grad: Tensor) {
        state.exp_avg = 0.9 * state.exp_avg + grad;
    }
}

fn main() {}
