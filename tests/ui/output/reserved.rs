//! Names of numbers that every optimizer reports.

use optim_std::author::*;

#[optimizer(output <update_norm: scalar, cosine: global, rms: scalar>)]
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
