//! A fixed value, a scalar and a mask assigned to a tensor.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0, power: scalar = 1.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub beta: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = 0.0;
        state.power = self.beta;
        *param = self.lr;
        state.exp_avg = grad > 0.0;
    }
}

fn main() {}
