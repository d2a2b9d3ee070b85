//! Products and transpositions of matrices.

use optim_std::author::*;

use super::{check, check_exact};

/// Works on the transposed matrix if that is smaller.
#[optimizer(state <a = 0.0, left: rows = 0.1, right: cols = 0.1>)]
#[derive(Debug, Clone)]
struct Oriented {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 2)]
    turns: usize,
}

#[optimizer]
impl Oriented {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.a = 0.5 * state.a + grad;
        let tall = param.rows() > param.cols();
        let mut x = if tall { state.a.t() } else { state.a };
        x = x / (x.matrix_norm() + 1.0);
        for turn in 0..self.turns {
            let gram = x.matmul(x.t());
            let spread = gram - gram.row_mean() + gram.t().col_amax() * 0.1;
            x = 0.5 * x + 0.25 * spread.matmul(x) / (turn as f64 + 1.0);
        }
        if tall {
            x = x.t();
        }
        state.left = 0.5 * state.left + x.row_norm();
        state.right = state.right + x.col_rms() * state.left.matrix_mean();
        *param -= self.lr * (x + x.matmul(grad.t()).matmul(x) * 0.01) * state.left / (1.0 + state.right);
    }
}

/// Squares, and products of the same value on both sides.
#[optimizer(state <a = param>)]
#[derive(Debug, Clone)]
struct Products {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = true)]
    flag: bool,
}

#[optimizer]
impl Products {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let g = grad.tanh();
        let inner = g.t().matmul(g);
        let outer = g.matmul(g.t());
        let old = state.a;
        state.a = 0.9 * state.a + 0.1 * outer.matmul(g);
        let mixed = if self.flag { outer.matmul(old) } else { old.matmul(inner) };
        let twice = (outer * outer).matmul(g) + g.matmul(inner.t() + inner);
        let size = inner.norm() + outer.mean() + outer.dot(outer).sqrt() + inner.amax();
        *param -= self.lr * (mixed + twice) / (1.0 + size) + self.lr * state.a.t().t();
    }
}

/// Only transpositions, which are exact.
#[optimizer(state <a = 0.0>)]
#[derive(Debug, Clone)]
struct Turned {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = 3)]
    turns: usize,
}

#[optimizer]
impl Turned {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let wide = param.cols() > param.rows();
        let mut x = if wide { grad.t() } else { grad };
        let mut twice = grad;
        for turn in 0..self.turns {
            x = x * 0.5 + x.row_amax() * turn as f64;
            twice = twice.t().t() + 0.1;
        }
        let back = if wide { x.t() } else { x };
        state.a = 0.5 * state.a.t().t() + back - twice.row_amin() * 0.1;
        *param -= self.lr * (state.a + (*param * 0.1).t().t());
    }
}

/// Parameters of more than two axes as one matrix.
#[optimizer(matrix, state <row: rows = 0.0, col: cols = 0.0>, requires(param.ndim() >= 2, "matrices only"))]
#[derive(Debug, Clone)]
struct Flat {
    #[hyper(default = 0.01, scheduled, range = 0.0..=1.0)]
    lr: f64,
}

#[optimizer]
impl Flat {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.row = 0.5 * state.row + grad.row_norm();
        state.col = 0.5 * state.col + grad.col_norm() * grad.matrix_rms();
        let square =
            if param.rows() < param.cols() { grad.matmul(grad.t()).norm() } else { grad.t().matmul(grad).norm() };
        *param -= self.lr * grad * (state.row + state.col) / (1.0 + square);
    }
}

#[test]
fn oriented() {
    check::<Oriented>(48);
}

#[test]
fn products() {
    check::<Products>(48);
}

#[test]
fn transpositions_are_exact() {
    check_exact::<Turned>(48);
}

#[test]
fn axes_as_one_matrix() {
    check::<Flat>(48);
}
