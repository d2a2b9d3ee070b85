//! An order used as a number.

use optim_std::author::*;

#[optimizer(state <order: cols = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let order = grad.col_norm().argsort();
        let twice = 2.0 * order;
        let largest = order.amax();
        state.order = order;
        *param -= self.lr * grad;
    }
}

fn main() {}
