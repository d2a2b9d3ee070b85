//! The tensor comes out of a block; a labelled block.

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
        let large = {
            let norm = grad.norm();
            norm > 1.0
        };
        'early: {
            state.exp_avg = grad;
            break 'early;
        }
        if { large } {
            state.exp_avg = -grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
