//! A name that is not declared, and one that is none of an output.

use optim_std::author::*;

#[optimizer(state <average = 0.0>, output <update_rms: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        output.update_rms = grad.rms();
        output.updat_rms = grad.rms();
        output.average = grad.rms();
        output.lr = grad.rms();
        output.amax = grad.amax();
        *param -= self.lr * grad + state.average;
    }
}

fn main() {}
