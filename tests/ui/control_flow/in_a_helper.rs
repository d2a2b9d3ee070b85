//! The branch is in a helper function.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let length = grad.norm();
        *param -= self.lr * self.limited(grad, length);
    }

    fn limited(&self, x: Tensor, length: Scalar) -> Tensor {
        if length > 1.0 { x / length } else { x }
    }
}

fn main() {}
