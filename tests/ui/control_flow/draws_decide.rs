//! Random numbers that decide what runs.

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
        if uniform_like(scalar(0.0)) < 0.5 {
            *param -= self.lr * grad;
        }
        let noise = normal_like(grad);
        if noise.norm() > self.sigma {
            *param -= self.lr * noise;
        }
        *param -= self.lr * grad;
    }
}

fn main() {}
