//! A loop bound from the gradient, and a loop over its elements.

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
        let mut x = grad;
        let turns = grad.norm().ceil();
        for _ in 0..turns {
            x = 0.5 * x;
        }
        for g in grad {
            x = x + g;
        }
        *param -= self.lr * x;
    }
}

fn main() {}
