//! A `requires` that is not a `bool`: the compiler's own error, at the condition.

use optim_std::author::*;

#[optimizer(requires(self.lr, "must be set"))]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
