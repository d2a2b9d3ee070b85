//! `param` without its star, and stars elsewhere.

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
        param -= self.lr * grad;
        param = grad;
        let twice = 2.0 * param;
        *grad = state.exp_avg;
        *state.exp_avg = grad;
        *param -= self.lr * grad;
    }
}

fn main() {}
