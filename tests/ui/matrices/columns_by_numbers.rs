//! Columns taken by numbers.

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
        let norms = grad.col_norm();
        *param -= self.lr * grad.take_cols(norms);
    }
}

fn main() {}
