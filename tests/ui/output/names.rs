//! Names that are something else.

use optim_std::author::*;

#[optimizer(state <average = 0.0>, input <loss: global>, output <average: scalar, loss: scalar, lr: scalar, rms: scalar, rms: scalar, step: scalar>)]
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
