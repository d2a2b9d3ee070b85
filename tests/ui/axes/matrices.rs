//! Linear algebra takes matrices.

use optim_std::author::*;

#[optimizer(state <acc: along(0) = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 2)]
    pub count: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = state.acc.t();
        let b = state.acc.matmul(grad);
        let c = grad.matmul(state.acc);
        let d = state.acc.first_cols(1);
        let e = state.acc.argsort();
        let q = state.acc.quantile(0.5);
        let mut f = [state.acc; self.count];
        f[0] = state.acc;
        state.acc = grad.sum_along(0);
        *param -= self.lr * (grad + a + b + c + d + f[0]);
    }
}

fn main() {}
