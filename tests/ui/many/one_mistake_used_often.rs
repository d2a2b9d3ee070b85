//! One mistake, however often its result is used.

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
        let norm = grad.nrom();
        let ratio = norm / 2.0;
        let update = if ratio > 1.0 { grad / ratio } else { grad };
        state.exp_avg = update + norm;
        *param -= self.lr * update * norm.sqrt();
    }
}

fn main() {}
