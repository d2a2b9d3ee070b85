//! The first `scale` is fixed, the second is not.

use optim_std::author::*;

#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub scale: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let scale = self.scale;
        if scale > 1.0 {
            state.exp_avg = grad;
        }
        let scale = scale * grad.norm();
        if scale > 1.0 {
            state.exp_avg = -grad;
        }
        *param -= self.lr * scale * grad;
    }
}

fn main() {}
