//! A variable has the same dimensions in each iteration.

use optim_std::author::*;

#[optimizer(state <
    l: (rows, rows) = eye,
    r: (cols, cols) = eye,
    basis: (cols, self.rank) = 0.0,
    table: (3, self.rank) = 0.0,
    diagonal: (min(rows, cols), 1) = 0.0,
    exp_avg = 0.0,
>)]
#[derive(Debug, Clone)]
pub struct Sgd {
    #[hyper(scheduled)]
    pub lr: f64,
    pub rank: usize,
}

#[optimizer]
impl Sgd {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.l = 0.5 * state.l;
        state.r = 0.5 * state.r;
        state.basis = 0.5 * state.basis;
        state.table = 0.5 * state.table;
        state.diagonal = 0.5 * state.diagonal;
        state.exp_avg = 0.5 * state.exp_avg;
        let mut x = state.basis;
        let mut y = grad;
        for _ in 0..self.rank {
        x = state.basis.t();
        y = grad.matmul(state.r).t();
        }
        *param -= self.lr * y;
    }
}

fn main() {}
