//! An item takes values of its kind.

use optim_std::author::*;

#[optimizer(state <history: [tensor; self.m] = 0.0, rho: [scalar; self.m] = 0.0, row: [rows; 2] = 0.0>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    #[hyper(default = 3)]
    pub m: usize,
    #[hyper(default = true)]
    pub keeps: bool,
    #[hyper(default = 0.5)]
    pub share: f64,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.history[0] = grad.norm();
        state.rho[slot(self.m)] = grad;
        state.row[1] = grad.col_mean();
        state.history[1] = 0.0;
        *param -= self.lr * state.rho[0] * state.history[0] * state.row[0];
    }
}

fn main() {}
