//! A step takes outputs, but the struct declares none.

use optim_std::author::*;

#[optimizer(state <average = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        output.rms = grad.rms();
        *param -= self.lr * (grad + state.average);
    }
}

fn main() {}
