//! The guard of an arm.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub power: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let update = match self.power {
            0 if grad.norm() > 1.0 => grad.sign(),
            0 | 1 => grad,
            _ => grad.square(),
        };
        *param -= self.lr * update;
    }
}

fn main() {}
