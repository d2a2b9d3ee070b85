//! Each parameter has another number, but the output is one for the optimizer.

use optim_std::author::*;

#[optimizer(output <rms: global>)]
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
