//! A quantile of all parameters.

use optim_std::author::*;

#[optimizer(state <limit: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Clipped {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Clipped {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.limit = grad.abs().global_quantile(0.95);
        state.limit = grad.abs().quantile(0.95);
        state.limit = 2.0 * grad.abs().quantile(0.95) + 1.0;
        *param -= self.lr * grad.clamp(-state.limit, state.limit);
    }
}

fn main() {}
