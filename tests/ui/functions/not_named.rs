//! A step function that the impl does not name.

use optim_std::author::*;

#[optimizer]
fn halved(x: Tensor) -> Tensor {
    0.5 * x
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= self.lr * halved(grad);
    }
}

fn main() {}
