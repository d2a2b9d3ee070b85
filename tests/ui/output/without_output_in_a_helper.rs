//! A helper that does not take the outputs.

use optim_std::author::*;

#[optimizer(output <rms: scalar>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        Self::tell(grad);
        *param -= self.lr * grad;
    }

    fn tell(grad: Tensor) {
        output.rms = grad.rms();
    }
}

fn main() {}
