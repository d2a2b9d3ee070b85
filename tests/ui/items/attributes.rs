//! Attributes in the wrong place.

use optim_std::author::*;

#[optimizer]
#[cfg(debug_assertions)]
#[derive(Debug, Clone, Default)]
pub struct Sgd {
    #[hyper(scheduled)]
    #[cfg(debug_assertions)]
    pub lr: f64,
    #[state]
    pub exp_avg: f64,
}

#[optimizer(state <exp_avg = 0.0>)]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
