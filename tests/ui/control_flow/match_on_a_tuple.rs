//! A `match` on a tuple with one mask in it.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub nesterov: bool,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let large = grad.amax() > 1.0;
        let update = match (self.nesterov, large) {
            (true, _) => grad.sign(),
            (false, true) => grad,
            (false, false) => -grad,
        };
        *param -= self.lr * update;
    }
}

fn main() {}
