//! Results whose dimensions do not meet.

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
        let (u, s, v) = grad.svd();
        let (q, r) = grad.qr();
        let a = u + v;
        let b = q.matmul(r.t()) + v;
        let c = s + grad.col_mean();
        *param -= self.lr * grad;
    }
}

fn main() {}
