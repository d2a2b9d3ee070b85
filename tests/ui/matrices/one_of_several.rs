//! Several results used as one value.

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
        let v = a.eigh();
        let turned = v.matmul(grad);
        *param -= self.lr * a.eigh();
    }
}

fn main() {}
