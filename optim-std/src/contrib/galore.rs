use crate::author::*;

/// GaLore: Adam on a low-rank projection of the gradient, which keeps states small (Zhao et al. 2024,
/// [GaLore: Memory-Efficient LLM Training by Gradient Low-Rank Projection](https://arxiv.org/abs/2403.03507)).
///
/// ```text
/// at steps 1, T + 1, 2T + 1, …, where T is update_proj_gap:  P ← the first rank columns of U, where g = U·S·Vᵀ
/// r ← Pᵀ·g
/// m ← β₁·m + (1 − β₁)·r
/// v ← β₂·v + (1 − β₂)·r²
/// p ← p − lr·scale·P·(m / (1 − β₁ᵗ) / (√(v / (1 − β₂ᵗ)) + eps))
/// p ← p − lr·weight_decay·p
/// ```
///
/// These formulas are for a matrix with at most as many rows as columns. With more rows, `P` has columns of `V` and is
/// on the other side: `r ← g·P`. The states are `P` and two matrices of `rank` rows or columns. So a parameter of `m` ×
/// `n` numbers, `m ≤ n`, needs `(m + 2n)·rank` numbers, and Adam needs `2·m·n`.
///
/// A parameter whose smaller side is not above `rank`, such as a vector, takes Adam's steps, with weight decay and
/// without `scale`. A parameter of more than two axes is one matrix, and its first axis is the rows.
///
/// The paper does not define the signs of the columns of `P`, but the averages continue with each new `P`. Here, the sum of each column is at least
/// 0. The authors' program uses `V` for square matrices, and adds `eps` to the uncorrected `√v`.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0, 0.5], [0.5, 3.0, -1.0]];
/// let mut opt = GaLore::new().lr(0.1).rank(1).update_proj_gap(5).build(&x)?;
/// for _ in 0..1000 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <
        left: (rows, self.rank) = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        left_exp_avg: (self.rank, cols) = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        left_exp_avg_sq: (self.rank, cols) = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        right: (cols, self.rank) = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        right_exp_avg: (rows, self.rank) = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        right_exp_avg_sq: (rows, self.rank) = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        exp_avg = 0.0 if self.rank >= param.rows() || self.rank >= param.cols(),
        exp_avg_sq = 0.0 if self.rank >= param.rows() || self.rank >= param.cols(),
    >,
)]
#[derive(Debug, Clone, PartialEq)]
pub struct GaLore {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Rank of the projection, at least 1.
    #[hyper(default = 128, range = 1..)]
    pub rank: usize,
    /// Steps from one projection to the next, at least 1.
    #[hyper(default = 200, range = 1..)]
    pub update_proj_gap: usize,
    /// Factor of projected steps, at least 0: the `α` of the paper.
    #[hyper(default = 0.25, scheduled, range = 0.0..)]
    pub scale: f64,
}

#[optimizer]
impl GaLore {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let due = every(self.update_proj_gap, 1);
        let step_size = self.lr / (1.0 - beta1.powf(t));
        let correction = 1.0 - beta2.powf(t);
        if param.rows() <= param.cols() && self.rank < param.rows() {
            if due {
                let (u, _, _) = grad.svd();
                let columns = u.first_cols(self.rank);
                state.left = columns * select(columns.col_sum() < 0.0, -1.0, 1.0);
            }
            let low = state.left.t().matmul(grad);
            state.left_exp_avg = beta1 * state.left_exp_avg + (1.0 - beta1) * low;
            state.left_exp_avg_sq = beta2 * state.left_exp_avg_sq + (1.0 - beta2) * low.square();
            let direction = state.left_exp_avg / ((state.left_exp_avg_sq / correction).sqrt() + self.eps);
            *param -= step_size * self.scale * state.left.matmul(direction);
        } else if param.rows() > param.cols() && self.rank < param.cols() {
            if due {
                let (_, _, v) = grad.svd();
                let columns = v.first_cols(self.rank);
                state.right = columns * select(columns.col_sum() < 0.0, -1.0, 1.0);
            }
            let low = grad.matmul(state.right);
            state.right_exp_avg = beta1 * state.right_exp_avg + (1.0 - beta1) * low;
            state.right_exp_avg_sq = beta2 * state.right_exp_avg_sq + (1.0 - beta2) * low.square();
            let direction = state.right_exp_avg / ((state.right_exp_avg_sq / correction).sqrt() + self.eps);
            *param -= step_size * self.scale * direction.matmul(state.right.t());
        } else if self.rank >= param.rows() || self.rank >= param.cols() {
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
            *param -= step_size * state.exp_avg / ((state.exp_avg_sq / correction).sqrt() + self.eps);
        }
        *param *= 1.0 - self.lr * self.weight_decay;
    }
}
