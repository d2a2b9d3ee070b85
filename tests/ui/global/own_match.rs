//! A choice of each group decides about a state of all.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub enum Mode {
    A,
    B,
}

#[optimizer(state <steps: global = 0.0>)]
#[derive(Debug, Clone)]
pub struct Descent {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub lr: f64,
    #[hyper(default = Mode::A)]
    pub mode: Mode,
}

#[optimizer]
impl Descent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        match self.mode {
            Mode::A => state.steps += 1.0,
            Mode::B => {}
        }
        *param -= self.lr / (1.0 + state.steps) * grad;
    }
}

fn main() {}
