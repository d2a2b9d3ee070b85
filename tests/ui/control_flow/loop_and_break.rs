//! Loops that are left early.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub turns: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut x = grad;
        loop {
            x = 0.5 * x;
            if x.norm() < 1.0 {
                break;
            }
        }
        for i in 0..10 {
            x = 0.5 * x;
            if i == self.turns {
                continue;
            }
        }
        *param -= self.lr * x;
    }
}

fn main() {}
