//! `uses` names what is not a step function.

use optim_std::author::*;

fn plain(x: f64) -> f64 {
    x
}

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    pub lr: f64,
}

#[optimizer(uses(plain, missing))]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= self.lr * plain(missing(grad));
    }
}

fn main() {}
