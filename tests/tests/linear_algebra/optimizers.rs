//! Optimizers that together use every function of linear algebra.

use optim_std::author::*;

/// Shampoo without states: the gradient between inverse fourth roots of its own products.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Roots {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 1e-3, scheduled, range = 1e-6..=1.0)]
    pub(crate) eps: f64,
    #[hyper(default = 4, range = 1..=8)]
    pub(crate) root: usize,
}

#[optimizer]
impl Roots {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let l = grad.matmul(grad.t()).inv_root(4, self.eps);
        let r = grad.t().matmul(grad).inv_root(self.root, 0.5);
        *param -= self.lr * l.matmul(grad).matmul(r);
    }
}

/// Like SOAP: a step in the basis of eigenvectors, and back.
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Rotated {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Rotated {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.exp_avg = 0.9 * state.exp_avg + 0.1 * grad;
        let (basis, values) = (state.exp_avg.matmul(state.exp_avg.t()) + eye(param.rows())).eigh();
        let turned = grad.t().matmul(basis) / (values + 1.0).sqrt();
        *param -= self.lr * basis.matmul(turned.t());
    }
}

/// A function of the singular values, and only the eigenvalues of another matrix.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Singular {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Singular {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let (u, s, v) = grad.svd();
        let (_, w) = grad.t().matmul(grad).eigh();
        let update = (u * (s / (s + 0.1))).matmul(v.t());
        *param -= self.lr * update / (1.0 + w.amax());
    }
}

/// Vectors with the signs that the language defines.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Signs {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Signs {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let (v, _) = (grad.matmul(grad.t()) + 0.5 * param.matmul(param.t())).eigh();
        let (u, _, _) = grad.svd();
        *param -= self.lr * (v.matmul(grad) + full(u.row_sum()));
    }
}

/// Orthonormal columns of the gradient or its transpose, whichever is taller, in a loop.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Orthonormal {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 2, range = 0..=3)]
    pub(crate) turns: usize,
}

#[optimizer]
impl Orthonormal {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let tall = param.rows() >= param.cols();
        let x = if tall { grad } else { grad.t() };
        let (mut q, mut r) = x.qr();
        for _ in 0..self.turns {
            (q, r) = (x.matmul(x.t()).matmul(q) + q).qr();
        }
        let update = q.matmul(r.t()) / (1.0 + r.diag().amax());
        *param -= self.lr * if tall { update } else { update.t() };
    }
}

/// Systems of equations.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Equations {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
}

#[optimizer]
impl Equations {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let a = grad.matmul(grad.t()) + eye(param.rows());
        let l = a.cholesky();
        let whitened = l.solve_lower(grad);
        let mean = a.solve(grad.row_mean());
        *param -= self.lr * (a.solve(grad) + 0.1 * whitened + mean) / (1.0 + l.diag().amax());
    }
}

/// The columns with the largest norms.
#[optimizer(requires(param.cols() >= self.rank, "there are at least `rank` columns"))]
#[derive(Debug, Clone)]
pub(crate) struct Largest {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 2, range = 1..=4)]
    pub(crate) rank: usize,
    #[hyper(default = false)]
    pub(crate) by_param: bool,
}

#[optimizer]
impl Largest {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let order = if self.by_param { (-param.col_sum_abs()).argsort() } else { (-grad.col_norm()).argsort() };
        let sorted = grad.take_cols(order);
        let few = sorted.first_cols(self.rank);
        let norms = grad.col_norm().take_cols(order).first_cols(self.rank);
        let first = sorted.first_cols(1);
        *param -= self.lr * (few / (norms + 1.0)).matmul(few.t()).matmul(grad) + 0.01 * sorted + first;
    }
}

/// The largest columns of the momentum move the parameter, and then lose a part of their length, as in Dion2.
#[optimizer(state <momentum = 0.0>, requires(param.cols() >= self.rank, "there are at least `rank` columns"))]
#[derive(Debug, Clone)]
pub(crate) struct PutBack {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub(crate) lr: f64,
    #[hyper(default = 2, range = 1..=4)]
    pub(crate) rank: usize,
    #[hyper(default = 0.5, range = 0.0..=1.0)]
    pub(crate) kept: f64,
}

#[optimizer]
impl PutBack {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let momentum = state.momentum + grad;
        let order = (-momentum.col_sum_abs()).argsort();
        let few = momentum.take_cols(order).first_cols(self.rank);
        let first: Rows = few.first_cols(1);
        state.momentum = momentum.put_cols(order, self.kept * few).put_cols(order, first);
        *param -= self.lr * full(0.0).put_cols(order, few / (few.norm() + 1.0));
    }
}
