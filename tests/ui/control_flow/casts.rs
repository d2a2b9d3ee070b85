//! Casts out of the step: one error each, none where the results are used.

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
        let positive = (grad.sum() > 0.0) as bool;
        let turns = grad.norm() as usize;
        let mut x = grad;
        for _ in 0..turns {
            x = 0.5 * x;
        }
        if positive {
            x = -x;
        }
        *param -= self.lr * x;
    }
}

fn main() {}
