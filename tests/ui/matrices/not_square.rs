//! Functions of square matrices that are given others.

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
        let (v, w) = grad.eigh();
        let l = grad.cholesky();
        let d = param.diag();
        let x = grad.solve(grad);
        *param -= self.lr * grad;
    }
}

fn main() {}
