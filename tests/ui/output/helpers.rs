//! Helpers that are given, or take, something else.

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
        output.rms = grad.rms();
        Self::tell(grad, grad);
        Self::twice(&mut output.rms);
        Self::twice(output);
        *param -= self.lr * grad;
    }

    fn tell(grad: Tensor, output: &mut Output<Self>) {
        output.rms = grad.rms();
    }

    fn twice(x: &mut Tensor) {
        *x += *x;
    }

    fn never(grad: Tensor, output: &Output<Self>) {
        output.rms = grad.rms();
    }
}

fn main() {}
