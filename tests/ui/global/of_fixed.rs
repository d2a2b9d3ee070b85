//! Reductions of what is fixed, and with a wrong number of arguments.

use optim_std::author::*;

#[optimizer(state <count: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.count = 1.0.global_sum();
        state.count = scalar(1.0).global_sum();
        state.count = grad.global_dot();
        state.count = grad.global_median();
        *param -= self.lr / state.count * grad;
    }
}

fn main() {}
