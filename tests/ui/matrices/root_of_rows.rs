//! Roots of what is not a matrix.

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
        let rows = grad.row_mean();
        let root = rows.inv_root(2, 0.1);
        let mask = (grad > 0.0).eigh();
        *param -= self.lr * grad;
    }
}

fn main() {}
