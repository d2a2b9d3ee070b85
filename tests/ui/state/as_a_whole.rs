//! `state` and `self` are no values.

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
        state = grad;
        let copy = state;
        let all = state.clone();
        let settings = self;
        state.exp_avg = *state;
        *param -= self.lr * grad;
    }
}

fn main() {}
