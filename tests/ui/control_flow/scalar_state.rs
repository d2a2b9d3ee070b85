//! A state decides.

use optim_std::author::*;

#[optimizer(state <warm: scalar = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if state.warm == 0.0 {
            state.warm = scalar(1.0);
        }
        match state.warm {
            _ => *param -= self.lr * grad,
        }
    }
}

fn main() {}
