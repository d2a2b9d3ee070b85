//! A `match` on a comparison.

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
        let update = match grad.norm() > 1.0 {
            true => grad.sign(),
            false => grad,
        };
        *param -= self.lr * update;
    }
}

fn main() {}
