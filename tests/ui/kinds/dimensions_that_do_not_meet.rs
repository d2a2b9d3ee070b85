//! Arithmetic on values of different dimensions.

use optim_std::author::*;

#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}

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
        let a = state.l + grad;
        let b = state.l * state.r;
        let c = select(grad > 0.0, state.basis, 0.0);
        let d = state.table.lerp(state.basis, 0.5);
        let e = state.l.dot(grad);
        let f = state.basis.row_dot(state.r);
        let g = state.l.row_mean() + state.r.row_mean();
        let h = softsign(state.l).max(grad);
        *param -= self.lr * state.l;
    }
}

fn main() {}
