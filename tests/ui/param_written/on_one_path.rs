//! Written in one arm only.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub nesterov: bool,
    pub power: i32,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if self.nesterov {
            *param -= self.lr * grad;
        } else {
            state.exp_avg = grad;
        }
        match self.power {
            0 => *param -= self.lr * grad,
            _ => {}
        }
    }
}

fn main() {}
