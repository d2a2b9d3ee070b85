//! Uses of handles in a function outside the annotated impl: the compiler refuses them too.

use optim_std::author::*;

fn limited(x: Tensor) -> Tensor {
    if x > 0.0 {
        return x;
    }
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
