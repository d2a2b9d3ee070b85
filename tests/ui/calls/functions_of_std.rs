//! Functions of number types take fixed numbers.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub power: i32,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = f64::max(grad, 1.0);
        let b = f64::sqrt(grad.norm());
        let c = std::cmp::max(self.power, 3);
        let d = f64::from(self.power);
        let e = Tensor::sqrt(grad);
        *param -= self.lr * grad;
    }
}

fn main() {}
