//! Values that cannot be added to eigenvalues because they are not numbers.

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
        let a = grad.matmul(grad.t());
        let b = a.inv_root(4, grad);
        let c = a.inv_root(4, 1);
        let d = a.inv_root(4, grad.row_mean());
        *param -= self.lr * grad;
    }
}

fn main() {}
