//! Roots that are not whole numbers of at least 1.

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
        let b = a.inv_root(0.5, 0.1);
        let c = a.inv_root(0, 0.1);
        let d = a.inv_root(self.lr, 0.1);
        *param -= self.lr * grad;
    }
}

fn main() {}
