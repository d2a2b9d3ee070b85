//! Names that are taken.

use optim_std::author::*;

#[optimizer(state <lr = 0.0, step = 0.0, grad = 0.0, exp_avg = 0.0, exp_avg = 1.0, __private = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 1.0)]
    pub build: f64,
    #[hyper(default = 1.0)]
    pub group: f64,
    #[hyper(default = 1.0)]
    pub __hidden: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
