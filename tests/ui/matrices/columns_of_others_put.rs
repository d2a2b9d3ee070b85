//! Columns of another matrix are put back.

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
        let order = grad.col_norm().argsort();
        *param -= self.lr * grad.put_cols(order, grad.t().take_cols(grad.t().col_norm().argsort()).first_cols(1));
    }
}

fn main() {}
