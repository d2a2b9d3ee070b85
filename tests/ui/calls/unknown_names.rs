//! Names that don't exist, with the nearest ones that do.

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
        let a = grad.sqr();
        let b = grad.colmean();
        let c = grad.signum();
        let d = grad.frobnicate();
        let e = gard + grad;
        let f = self.helpr(grad);
        let g = self.learning_rate * self.l;
        let h = param.shape();
        let i = grad.pow(2);
        *param -= self.lr * grad;
    }

    fn helper(&self, x: Tensor) -> Tensor {
        x
    }
}

fn main() {}
