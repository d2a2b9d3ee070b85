//! Numbers of columns are put back in the place of columns.

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
        *param -= self.lr * grad.put_cols(order, grad.col_norm());
    }
}

fn main() {}
