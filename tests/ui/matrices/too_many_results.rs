//! Results that are taken apart in another way.

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
        let (v, w, x) = a.eigh();
        let (u, s) = grad.svd();
        *param -= self.lr * grad;
    }
}

fn main() {}
