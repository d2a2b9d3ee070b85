//! Touched where the condition is known not to hold.

use optim_std::author::*;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
pub enum Mode {
    Plain,
    Signed,
}

#[optimizer(state <
    max_exp_avg_sq = 0.0 if self.amsgrad,
    row: rows = 0.0 if param.ndim() >= 2,
    slow = 0.0 if self.beta1.is_some(),
    signed = 0.0 if self.mode == Mode::Signed,
    both = 0.0 if self.amsgrad && param.ndim() >= 2,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub amsgrad: bool,
    pub beta1: Option<f64>,
    pub mode: Mode,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        if self.amsgrad {
            *param -= self.lr * state.max_exp_avg_sq;
        } else {
            *param -= self.lr * state.max_exp_avg_sq;
        }
        if param.ndim() < 2 {
            state.row = grad.row_mean();
        }
        if !self.amsgrad {
            state.max_exp_avg_sq = grad;
        }
    }
}

fn main() {}
