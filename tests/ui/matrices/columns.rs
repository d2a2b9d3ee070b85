//! Numbers of columns that are none.

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
        let a = grad.first_cols(0);
        let b = grad.first_cols(2.0);
        let c = grad.first_cols(grad.norm());
        let d = grad.row_mean().first_cols(2);
        *param -= self.lr * grad;
    }
}

fn main() {}
