//! `if let` on a mask, alone and in a chain.

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
        let mut update = grad;
        if let true = grad.norm() > 1.0 {
            update = grad.sign();
        }
        if self.nesterov && let false = state.exp_avg.sum() > 0.0 {
            update = -update;
        }
        *param -= self.lr * update;
    }
}

fn main() {}
