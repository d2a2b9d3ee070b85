//! Three independent mistakes, three errors.

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
        let first = grad.sqr();
        if grad.norm() > 1.0 {
            state.exp_avg = first;
        }
        state.velocity = grad;
        *param -= self.lr * first;
    }
}

fn main() {}
