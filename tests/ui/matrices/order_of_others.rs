//! An order of another matrix.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let order = grad.t().col_norm().argsort();
        *param -= self.lr * grad.take_cols(order);
    }
}

fn main() {}
