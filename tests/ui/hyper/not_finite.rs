//! Defaults that are not finite.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(default = f64::NAN, scheduled)]
    pub lr: f64,
    #[hyper(default = (0.9, std::f64::INFINITY))]
    pub betas: (f64, f64),
    #[hyper(default = Some(-f64::INFINITY))]
    pub clip: Option<f64>,
    #[hyper(default = None, none = f64::NAN)]
    pub momentum: Option<f64>,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
