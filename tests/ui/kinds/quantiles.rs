//! Quantiles of what has no numbers in order, and at what is not a fraction.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Clipped {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 95)]
    pub percent: usize,
}

#[optimizer]
impl Clipped {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = grad.quantile();
        let b = grad.quantile(95.0);
        let c = grad.row_quantile(-0.1);
        let d = grad.quantile(grad);
        let e = grad.col_quantile(grad.row_mean());
        let f = grad.matrix_quantile(grad > 0.0);
        let g = (grad > 0.0).quantile(0.5);
        let h = grad.norm().quantile(0.5);
        let i = grad.row_mean().row_quantile(0.5);
        let j = 2.0.quantile(0.5);
        let k = 2.0.quantile(self.lr);
        let l = grad.quantile(1);
        let m = grad.quantile(self.percent);
        let n = grad.quantil(0.5);
        state.exp_avg = grad.row_quantile(0.5);
        *param -= self.lr * grad;
    }
}

fn main() {}
