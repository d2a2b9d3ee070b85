use crate::author::*;
use crate::shelf::orthogonalized;

/// AdaMuon: Muon whose orthogonal update is divided by a second moment, element by element (Si et al. 2025,
/// [AdaMuon: Adaptive Muon Optimizer](https://arxiv.org/abs/2507.11005)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// m ← β₁·m + (1 − β₁)·g
/// o ← Newton–Schulz of m
/// v ← β₂·v + (1 − β₂)·o²
/// u ← o / (√(v / (1 − β₂ᵗ)) + eps)
/// p ← p − lr·0.2·√max(rows, cols)·√min(rows, cols) / (‖u‖ + eps)·u
/// ```
///
/// The update has a root mean square of 0.2, like an update of AdamW, so use a learning rate for AdamW. Without `use_adjusted_lr` the factor is
/// Muon's, `√max(1, rows/cols)`.
///
/// Use it for the matrices of hidden layers. A parameter of more than two axes is one matrix, and its first axis is the rows. `build` refuses
/// parameters of fewer axes. Use another optimizer for them, for embeddings and for the last layer.
///
/// Compared with `AdaMuon` of the Python package `pytorch_optimizer` 4.1.0, with its defaults, but with its iterations in double precision instead of
/// `bfloat16`. Its AdamW for other parameters and `weight_decouple = false` are left out. The paper's second version takes the sign of `m` before the
/// iterations.
///
/// One NaN in a gradient makes the whole matrix NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = AdaMuon::new().lr(LinearLR::new(0.1, 0.0, 400)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <exp_avg = 0.0, exp_avg_sq = 0.0>,
    requires(param.ndim() >= 2, "AdaMuon orthogonalizes matrices: put parameters of fewer than 2 dimensions in another optimizer"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct AdaMuon {
    /// Learning rate, at least 0.
    #[hyper(default = 0.02, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the momentum and the second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.95), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Number of Newton–Schulz iterations, at least 1.
    #[hyper(default = 5, range = 1..)]
    pub ns_steps: usize,
    /// If true, the factor of `lr` is `0.2·√max(rows, cols)`.
    #[hyper(default = true)]
    pub use_adjusted_lr: bool,
    /// Added to roots and norms, at least 0.
    #[hyper(default = 1e-10, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer(uses(orthogonalized))]
impl AdaMuon {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        *param *= 1.0 - self.lr * self.weight_decay;
        state.exp_avg = state.exp_avg.lerp(grad, 1.0 - beta1);
        let x = orthogonalized(state.exp_avg, self.ns_steps);
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * x.square();
        let update = x / ((state.exp_avg_sq / (1.0 - beta2.powf(t))).sqrt() + self.eps);
        let (rows, cols) = (param.rows() as f64, param.cols() as f64);
        let factor = if self.use_adjusted_lr { 0.2 * rows.max(cols).sqrt() } else { (rows / cols).max(1.0).sqrt() };
        let length = factor * rows.min(cols).sqrt();
        *param -= self.lr * length / (update.matrix_norm() + self.eps) * update;
    }
}
