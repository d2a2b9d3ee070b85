//! Orders of what is not one number per column.

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
        let order = grad.argsort();
        let rows = grad.row_norm().argsort();
        *param -= self.lr * grad;
    }
}

fn main() {}
