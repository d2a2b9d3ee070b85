//! Parameters that come to a reduction more or less often.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=5)]
    pub turns: usize,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let mut update = grad;
        for _ in 0..self.turns {
            update = update / update.global_norm();
        }
        for _ in 0..param.ndim() {
            update = update / update.global_rms();
        }
        *param -= self.lr * update;
    }
}

fn main() {}
