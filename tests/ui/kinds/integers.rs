//! Numbers that meet tensors are floats.

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
        let x = 2 * grad;
        let y = grad / (3);
        let z = grad.max(-1);
        let w = select(grad > 0, 1, x);
        let p = grad.powi(2.0 * grad);
        let q = full(0);
        *param -= self.lr * y;
    }
}

fn main() {}
