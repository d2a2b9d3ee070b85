//! The tensor comes through assignments.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub nesterov: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut length = scalar(0.0);
        let norm;
        if self.nesterov {
            length = grad.norm();
        }
        norm = length;
        if norm > 1.0 {
            state.exp_avg = grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
