//! A number of each parameter in a place of the whole model.

use optim_std::author::*;

#[optimizer(state <norm: global = 0.0, weight: scalar = 1.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let own = grad.norm();
        state.norm = own;
        state.norm = state.weight;
        state.norm += grad.norm();
        state.norm = normal_like(state.norm);
        state.norm = 0.5 * state.norm + 0.5 * self.lr;
        state.weight = state.norm;
        *param -= self.lr * state.weight * grad;
    }
}

fn main() {}
