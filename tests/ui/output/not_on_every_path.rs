//! One path assigns an output, the other does not.

use optim_std::author::*;

#[optimizer(output <rms: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = false)]
    pub log: bool,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        if self.log {
            output.rms = grad.rms();
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
