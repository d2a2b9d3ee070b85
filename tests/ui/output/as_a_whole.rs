//! The outputs as a whole are no value.

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
        let all = output;
        output = grad.rms();
        output.clear();
        output.rms = grad.rms();
        *param -= self.lr * grad;
    }
}

fn main() {}
