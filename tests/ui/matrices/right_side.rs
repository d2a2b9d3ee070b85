//! Right-hand sides with another number of rows.

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
        *param -= self.lr * a.solve(grad.t()).t();
    }
}

fn main() {}
