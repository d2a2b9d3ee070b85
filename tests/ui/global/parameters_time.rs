//! The step count is one of each parameter.

use optim_std::author::*;

#[optimizer(state <sum: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        state.sum = 1.0 - state.sum.powf(t);
        state.sum += select(t > 10.0, 1.0, state.sum);
        *param -= self.lr / (1.0 + state.sum) * grad;
    }
}

fn main() {}
