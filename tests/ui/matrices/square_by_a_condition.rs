//! A matrix that is square in no arm.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub flag: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let x = if self.flag { grad } else { grad.t() };
        *param -= self.lr * x.matmul(x.t()).matmul(x.cholesky());
    }
}

fn main() {}
