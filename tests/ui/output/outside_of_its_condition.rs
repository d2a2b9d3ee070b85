//! An output is assigned where it does not exist, or may not.

use optim_std::author::*;

#[optimizer(output <rms: scalar if self.log>)]
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
        } else {
            output.rms = grad.norm();
        }
        output.rms = grad.amax();
        *param -= self.lr * grad;
    }
}

fn main() {}
