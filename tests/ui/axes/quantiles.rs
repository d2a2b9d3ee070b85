//! Quantiles to an axis of what has no such numbers, at what is not a fraction, and to what is no axis.

use optim_std::author::*;

#[optimizer(state <acc: along(0) = 0.0>)]
#[derive(Debug, Clone)]
pub struct Clipped {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 1)]
    pub axis: usize,
    #[hyper(default = 0.5)]
    pub share: f64,
}

#[optimizer]
impl Clipped {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let rows = grad.row_mean();
        let a = grad.quantile_along(0.5);
        let b = grad.quantile_along(0, 0.5);
        let c = grad.quantile_without(self.axis, self.share);
        let d = grad.quantile_along(1, grad.mean());
        let e = grad.quantile_along(95.0, 0);
        let f = grad.quantile_along(0.5, -1);
        let g = grad.quantile_without(0.5, self.share);
        let h = grad.quantile_without(0.5, grad.sum());
        let i = grad.quantile_along(grad, 0);
        let j = grad.quantile_along(1, 0);
        let k = rows.quantile_along(0.5, 0);
        let l = state.acc.quantile_along(0.5, 1);
        let m = grad.mean().quantile_without(0.5, 0);
        let n = (grad > 0.0).quantile_along(0.5, 0);
        let o = (0.5_f64).quantile_along(0.5, 0);
        let p = grad.quantile_alon(0.5, 0);
        let q = grad.global_quantile_along(0.5, 0);
        let r = grad.quantile_along(0.5, 0) + grad.quantile_along(0.5, 1);
        state.acc = grad.quantile_without(0.5, 0);
        *param = grad.quantile_along(0.5, self.axis);
        *param -= self.lr * grad;
    }
}

fn main() {}
