//! An `if` on a reduction of the gradient.

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
        if grad.norm() > 1.0 {
            *param -= self.lr * grad.sign();
        } else {
            *param -= self.lr * grad;
        }
    }
}

fn main() {}
