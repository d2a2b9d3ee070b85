//! An output whose assignment depends on the gradient.

use optim_std::author::*;

#[optimizer(output <rms: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        if grad.rms() > 1.0 {
            output.rms = grad.rms();
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
