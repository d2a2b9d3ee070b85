//! Conditions that are not known before training, or not for the whole model.

use optim_std::author::*;

#[optimizer(output <a: scalar if self.lr > 0.0, b: scalar if every(10), c: global if param.ndim() > 1, d: scalar if, rms: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        output.rms = grad.rms();
        *param -= self.lr * grad;
    }
}

fn main() {}
