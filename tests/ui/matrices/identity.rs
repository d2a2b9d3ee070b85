//! Identity matrices without a size.

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
        let a = eye(0);
        let b = eye(grad.norm());
        let c = eye(1);
        let d = eye();
        *param -= self.lr * eye(param.rows());
    }
}

fn main() {}
