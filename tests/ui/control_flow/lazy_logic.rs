//! `&&` and `||` with masks.

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
        let small = grad.norm() < 1.0;
        let update = if self.nesterov && small { grad.sign() } else { grad };
        let mask = grad > 0.0 || *param > 0.0;
        *param -= self.lr * select(mask, update, 0.0);
    }
}

fn main() {}
