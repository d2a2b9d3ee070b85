use crate::author::*;

/// APOLLO: scales the gradients of each channel by the factor with which Adam scales a random projection of them to a
/// low rank (Zhu et al. 2024, [APOLLO: SGD-like Memory, AdamW-level Performance](https://arxiv.org/abs/2412.05270)).
///
/// ```text
/// at steps 1, T + 1, 2T + 1, …, where T is update_proj_gap:  P ← normal numbers / √rank
/// r ← P·g
/// m ← β₁·m + (1 − β₁)·r
/// v ← β₂·v + (1 − β₂)·r²
/// s ← ‖m / (√v + eps)‖ / (‖r‖ + 1e-8), of each column, or with `Tensor` of the whole
/// u ← g·s
/// u ← u / (max(‖u‖ / (‖u of the step before‖ + 1e-8), 1.01) / 1.01)
/// p ← p − lr·√(1 − β₂ᵗ) / (1 − β₁ᵗ)·√scale·u
/// p ← p − lr·weight_decay·p
/// ```
///
/// These formulas are for a matrix with at most as many rows as columns. With more rows, `P` is on the other side, `r ← g·P`, and each row has its
/// `s`. The states are `P` and `2·rank` numbers for each channel. APOLLO-Mini is `rank` 1, `scale_type` `Tensor` and `scale` 128.
///
/// A parameter whose smaller side is not above `rank`, such as a vector, takes Adam's steps. A parameter of more than two axes is one matrix, and its
/// first axis is the rows.
///
/// After the authors' program `apollo_torch`, with its defaults. That program draws `P` again in each step, from a stored seed. Here, `P` is a state.
///
/// With `eps = 0`, elements whose gradients have all been zero become NaN. One NaN in a gradient makes the whole matrix NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0, 0.5], [0.5, 3.0, -1.0]];
/// let mut opt = APOLLO::new().lr(LinearLR::new(0.05, 0.0, 1000)).rank(1).build(&x)?;
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
        left: (self.rank, rows) = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        left_exp_avg: (self.rank, cols) = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        left_exp_avg_sq: (self.rank, cols) = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        left_norm: scalar = 0.0 if param.rows() <= param.cols() && self.rank < param.rows(),
        right: (cols, self.rank) = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        right_exp_avg: (rows, self.rank) = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        right_exp_avg_sq: (rows, self.rank) = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        right_norm: scalar = 0.0 if param.rows() > param.cols() && self.rank < param.cols(),
        exp_avg = 0.0 if self.rank >= param.rows() || self.rank >= param.cols(),
        exp_avg_sq = 0.0 if self.rank >= param.rows() || self.rank >= param.cols(),
    >,
)]
#[derive(Debug, Clone, PartialEq)]
pub struct APOLLO {
    /// Learning rate, at least 0.
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
    /// Square of a factor of projected steps, at least 0.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub scale: f64,
    /// The parts of the parameter that share one scale.
    #[hyper(default = ApolloScale::Channel)]
    pub scale_type: ApolloScale,
}

/// The parts of a parameter that share one scale in [`APOLLO`].
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApolloScale {
    /// Each column, or each row if there are more rows.
    Channel,
    /// The whole parameter.
    Tensor,
}

#[optimizer]
impl APOLLO {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let due = every(self.update_proj_gap, 1);
        let step_size = self.lr * (1.0 - beta2.powf(t)).sqrt() / (1.0 - beta1.powf(t));
        let root = (self.rank as f64).sqrt();
        if param.rows() <= param.cols() && self.rank < param.rows() {
            if due {
                state.left = normal_like(state.left) / root;
            }
            let low = state.left.matmul(grad);
            state.left_exp_avg = beta1 * state.left_exp_avg + (1.0 - beta1) * low;
            state.left_exp_avg_sq = beta2 * state.left_exp_avg_sq + (1.0 - beta2) * low.square();
            let normed = state.left_exp_avg / (state.left_exp_avg_sq.sqrt() + self.eps);
            let update = match self.scale_type {
                ApolloScale::Channel => normed.col_norm() / (low.col_norm() + 1e-8) * grad,
                ApolloScale::Tensor => normed.norm() / (low.norm() + 1e-8) * grad,
            };
            let shorter = limiter(update.norm(), state.left_norm);
            state.left_norm = update.norm() / shorter;
            *param -= step_size * self.scale.sqrt() / shorter * update;
        } else if param.rows() > param.cols() && self.rank < param.cols() {
            if due {
                state.right = normal_like(state.right) / root;
            }
            let low = grad.matmul(state.right);
            state.right_exp_avg = beta1 * state.right_exp_avg + (1.0 - beta1) * low;
            state.right_exp_avg_sq = beta2 * state.right_exp_avg_sq + (1.0 - beta2) * low.square();
            let normed = state.right_exp_avg / (state.right_exp_avg_sq.sqrt() + self.eps);
            let update = match self.scale_type {
                ApolloScale::Channel => normed.row_norm() / (low.row_norm() + 1e-8) * grad,
                ApolloScale::Tensor => normed.norm() / (low.norm() + 1e-8) * grad,
            };
            let shorter = limiter(update.norm(), state.right_norm);
            state.right_norm = update.norm() / shorter;
            *param -= step_size * self.scale.sqrt() / shorter * update;
        } else if self.rank >= param.rows() || self.rank >= param.cols() {
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
            *param -= step_size * (state.exp_avg / (state.exp_avg_sq.sqrt() + self.eps));
        }
        *param *= 1.0 - self.lr * self.weight_decay;
    }
}

/// The divisor that limits the norm of an update to 1.01 times the norm of the previous one.
#[elementwise]
fn limiter<V: Value>(norm: V, old: V) -> V {
    select(old > 0.0, (norm / (old + 1e-8)).max(1.01) / 1.01, 1.0)
}
