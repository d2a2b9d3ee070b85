//! Hyperparameters are not written.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub decay: f64,
    pub betas: (f64, f64),
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.lr = 0.5 * self.lr;
        self.decay *= 0.5;
        self.betas.0 = 0.5;
        *param -= self.lr * grad;
    }
}

fn main() {}
