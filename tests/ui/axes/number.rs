//! Numbers of axes that are none.

use optim_std::author::*;

#[optimizer(state <acc: [along; param.ndim()] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 0.5)]
    pub share: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = grad.sum_along();
        let b = grad.sum_along(-1);
        let c = grad.norm_without(self.share);
        let d = grad.mean_along(grad.sum());
        let e = param.dim();
        let f = param.dim(-2);
        state.acc[slot(2)] = grad.amax_along(0);
        *param -= self.lr * (grad + a + b + c + d) * e as f64 * f as f64;
    }
}

fn main() {}
