//! The outputs are not taken to be changed.

use optim_std::author::*;

#[optimizer(output <rms: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &Output<Self>) {
        output.rms = grad.rms();
        *param -= self.lr * grad;
    }
}

fn main() {}
