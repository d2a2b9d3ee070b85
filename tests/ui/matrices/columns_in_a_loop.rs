//! A number of columns that changes.

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
        for n in 1..3 {
            let few = grad.first_cols(n);
            *param -= self.lr * few.matmul(few.t()).matmul(grad);
        }
    }
}

fn main() {}
