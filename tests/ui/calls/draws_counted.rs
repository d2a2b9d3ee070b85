//! Random numbers with too few arguments and too many.

use optim_std::author::*;

#[optimizer(state <momentum = 0.0, row: rows = 0.0>)]
#[derive(Debug, Clone)]
pub struct Noisy {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 0.1)]
    pub sigma: f64,
}

#[optimizer]
impl Noisy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let a = normal_like();
        let b = uniform_like(grad, 2.0);
        *param -= self.lr * grad;
    }
}

fn main() {}
