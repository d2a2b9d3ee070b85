//! A `Tensor` in a signature has the dimensions of each call.

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
        let a = self.twice(state.l) + grad;
        let b = self.added(state.l, grad);
        let c = self.rows_of(state.basis) + grad.row_mean();
        *param -= self.lr * self.twice(grad);
    }

    fn twice(&self, x: Tensor) -> Tensor {
        2.0 * x
    }

    fn added(&self, x: Tensor, y: Tensor) -> Tensor {
        x + y
    }

    fn rows_of(&self, x: Tensor) -> Rows {
        x.row_mean()
    }
}

fn main() {}
