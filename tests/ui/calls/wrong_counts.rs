//! Too many and too few arguments.

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
        let a = grad.sqrt(2.0);
        let b = grad.clamp(0.0);
        let c = grad.matmul();
        let d = grad.norm(2.0);
        let e = self.helper();
        let f = grad.lerp(grad, 0.5, 0.5);
        *param -= self.lr * grad;
    }

    fn helper(&self, x: Tensor) -> Tensor {
        x
    }
}

fn main() {}
