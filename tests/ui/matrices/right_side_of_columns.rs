//! Right-hand sides that are no columns.

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
        let x = a.solve_lower(grad.col_mean());
        let y = a.solve(1.0);
        *param -= self.lr * grad;
    }
}

fn main() {}
