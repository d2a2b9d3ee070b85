//! A plain function of handles is not `#[elementwise]`: the compiler says so.

use optim_std::author::*;

fn limited(x: Tensor) -> Tensor {
    x
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * limited(grad);
    }
}

fn main() {}
