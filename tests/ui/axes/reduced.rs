//! Values that can't be reduced to an axis.

use optim_std::author::*;

#[optimizer(state <acc: along(0) = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let rows = grad.row_sum();
        let a = rows.sum_along(0);
        let b = state.acc.sum_along(1);
        let c = state.acc.row_sum();
        let d = grad.mean().sum_without(0);
        let e = (grad > 0.0).norm_along(0);
        let f = (0.5_f64).sum_along(0);
        state.acc = grad.sum_along(0);
        *param -= self.lr * (grad + a + b + c + d + e + f);
    }
}

fn main() {}
