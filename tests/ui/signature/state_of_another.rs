//! The state of another optimizer, in `step` and in a helper function.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Other {}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Other>) {
        *param -= self.lr * grad;
    }
}

#[optimizer]
impl Other {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = grad;
        *param -= self.average(state);
    }

    fn average(&self, state: &mut State<Sgd>) -> Tensor {
        state.exp_avg
    }
}

fn main() {}
