//! A setting that groups may override.

use optim_std::author::*;

#[optimizer(state <d: global = 1.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 2.0)]
    pub growth: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.d = scalar(self.growth);
        state.d = self.growth * state.d;
        *param -= self.lr * state.d * grad;
    }
}

fn main() {}
