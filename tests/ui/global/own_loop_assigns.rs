//! A global state that is assigned as often as a group says.

use optim_std::author::*;

#[optimizer(state <steps: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = 3, range = 1..=5)]
    pub turns: usize,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        for _ in 0..self.turns {
            state.steps += 1.0;
        }
        *param -= self.lr / state.steps * grad;
    }
}

fn main() {}
