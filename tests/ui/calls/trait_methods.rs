//! Methods of the user's traits and of plain impls.

use optim_std::author::*;

trait Doubled {
    fn doubled(self) -> Self;
}

impl Doubled for f64 {
    fn doubled(self) -> Self {
        2.0 * self
    }
}

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub power: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = self.power.doubled();
        let b = grad.doubled();
        let c = grad.clone();
        let d = Doubled::doubled(grad);
        let e = self.plain();
        *param -= self.lr * grad;
    }
}

impl Sgd {
    fn plain(&self) -> f64 {
        2.0
    }
}

fn main() {}
