//! The state of another optimizer: what the body does with it is not told besides.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Other {}

#[optimizer]
impl Other {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = grad;
        *param -= state.exp_avg;
    }
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub beta: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Other>) {
        state.exp_avg = self.beta * state.exp_avg + (1.0 - self.beta) * grad;
        state.exp_avg *= 2.0;
        state.exp_avg[0] = 1.0;
        *param -= self.lr * state.exp_avg.abs() + self.average(state);
    }

    fn average(&self, state: &mut State<Self>) -> Tensor {
        state.exp_avg
    }
}

fn main() {}
