//! Reductions of what has nothing to reduce.

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
        let a = self.lr.norm();
        let b = grad.norm().mean();
        let c = grad.row_mean().row_sum();
        let d = (grad > 0.0).norm();
        let e = grad.dot();
        let f = 2.0.sum();
        *param -= self.lr * grad;
    }
}

fn main() {}
