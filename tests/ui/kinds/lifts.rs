//! Arguments of `full` and `scalar`.

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
        let a = scalar(grad);
        let b = full(grad > 0.0);
        let c = full(grad.t());
        let d = full();
        let e = scalar(self.nesterov, 1.0);
        *param -= self.lr * grad;
    }
}

fn main() {}
