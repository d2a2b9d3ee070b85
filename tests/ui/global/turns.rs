//! A variable that is of the whole model in the first turn alone.

use optim_std::author::*;

#[optimizer(state <norm: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 2, shared)]
    pub turns: usize,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut scale = grad.global_norm();
        for _ in 0..self.turns {
            state.norm = scale;
            scale = scale * grad.norm();
        }
        *param -= self.lr * scale * grad;
    }
}

fn main() {}
