//! A closure that captures.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut last = grad;
        let mut remember = |x| last = x;
        remember(grad);
        *param -= self.lr * last;
    }
}

fn main() {}
