//! The shape of one parameter decides about a state of all.

use optim_std::author::*;

#[optimizer(state <norm: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if param.ndim() >= 2 {
            state.norm = grad.global_norm();
        }
        state.norm = if param.len() > 10 { state.norm } else { 0.5 * state.norm };
        *param -= self.lr / (1.0 + state.norm) * grad;
    }
}

fn main() {}
