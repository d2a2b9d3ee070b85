//! Types that the user wrote.

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
        let a: Tensor = grad.norm();
        let b: f64 = grad;
        let c: Tensor = 0.0;
        let d: Mask = grad;
        let (e, f): (Tensor, Scalar) = (grad, grad);
        *param -= self.lr * grad;
    }
}

fn main() {}
