//! Mistakes of values in the struct: the body is checked as well.

use optim_std::author::*;

#[optimizer(state <exp_avg, scale: 1.0, unused = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(default = -1.0, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = 1 * grad;
        if state.scale.norm() > 1.0 {
            state.scale = grad;
        }
        *param -= self.lr * state.exp_avg;
    }
}

fn main() {}
