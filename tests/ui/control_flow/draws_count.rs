//! Random numbers as the number of iterations and as an index.

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
        let count = uniform_like(scalar(0.0));
        for _ in 0..count {
            *param -= self.lr * grad;
        }
        let both = [grad, *param];
        *param -= both[count];
    }
}

fn main() {}
