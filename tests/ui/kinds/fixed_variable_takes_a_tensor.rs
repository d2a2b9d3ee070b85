//! Variables that start fixed, and variables that are not `mut`.

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
        let mut total = 0.0;
        total += grad.norm();
        let mut sum = 0.0;
        for _ in 0..3 {
            sum = sum + grad;
        }
        let count = 1.0;
        count = 2.0;
        let fixed = grad;
        fixed = -grad;
        *param -= self.lr * grad;
    }
}

fn main() {}
