//! One element of a tuple is fixed, the other is not.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub limit: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let pair = (self.limit, grad.norm());
        if pair.0 > 1.0 {
            state.exp_avg = grad;
        }
        if pair.1 > 1.0 {
            state.exp_avg = -grad;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
