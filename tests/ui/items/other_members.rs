//! Types and `cfg` in the annotated impl.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    type Number = f64;

    #[cfg(debug_assertions)]
    const TWO: f64 = 2.0;

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }

    #[cfg(debug_assertions)]
    fn helper(&self, x: Tensor) -> Tensor {
        x
    }
}

fn main() {}
