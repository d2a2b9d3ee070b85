use crate::author::*;

/// Adafactor: the second moment of a matrix from its rows and columns (Shazeer & Stern 2018,
/// [arXiv:1804.04235](https://arxiv.org/abs/1804.04235)).
///
/// ```text
/// α = lr·max(eps₂, rms(p)) (scale_parameter) or lr;   β = 1 − t^decay_rate
/// two axes or more: R ← β·R + (1 − β)·mean_row(g² + eps₁);  C ← β·C + (1 − β)·mean_col(g² + eps₁)
///                   u = g / √(R/mean(R) · C)
/// fewer:            V ← β·V + (1 − β)·(g² + eps₁);  u = g / √V
/// u ← α·u / max(1, rms(u)/clip_threshold), averaged with β₁ if given
/// p ← p − α·weight_decay·p − u
/// relative_step: lr = min(1e-2, 1/√t), with warmup_init min(1e-6·t, 1/√t)
/// ```
///
/// A matrix has one number per row and column as its state, instead of one per element: use it if the optimizer state must be small. Without `beta1`
/// there is no momentum. If a parameter has more than two axes, the leading axes are a batch of matrices.
///
/// `eps₁` keeps the inverse roots finite in `f32`. With `eps₁ = 0`, a row, a column or (for vectors) an element whose gradients were all 0 becomes
/// NaN. The first step has `β = 0`, so it moves every element of a vector by the same length. In `f32` the square of a gradient above 1.8e19 is
/// infinite. The mean of the row divided by the mean of all is then `∞/∞`: NaN.
///
/// `torch.optim.Adafactor` (from torch 2.5) differs: it always scales by `max(eps₂, rms(p))`, its `lr` is a bound on
/// the relative step, and it has no averaging. `relative_step`, `warmup_init`, `beta1` and other `clip_threshold`s than
/// 1 work as in the paper. The reference documents these settings but refuses them.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = Adafactor::new().lr(0.05).build(&x)?;
/// for _ in 0..300 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <
        exp_avg_sq_row: rows = 0.0 if param.ndim() >= 2,
        exp_avg_sq_col: cols = 0.0 if param.ndim() >= 2,
        exp_avg_sq = 0.0 if param.ndim() < 2,
        exp_avg = 0.0 if self.beta1.is_some(),
    >,
    requires(self.lr.is_some() || self.relative_step, "give `lr`, or set `relative_step`"),
    requires(self.lr.is_none() || !self.relative_step, "`relative_step` chooses the learning rate: leave `lr` out"),
    requires(self.relative_step || !self.warmup_init, "`warmup_init` is the start of a `relative_step`: set both")
)]
#[derive(Debug, Clone, PartialEq)]
pub struct Adafactor {
    /// Learning rate, unless `relative_step` chooses it.
    #[hyper(default = None, scheduled)]
    pub lr: Option<f64>,
    /// Added to the squared gradient, and the lower bound of the parameter's root mean square that scales the step.
    #[hyper(default = (1e-30, 1e-3), scheduled, range = 0.0..)]
    pub eps: (f64, f64),
    /// Largest root mean square of the update.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub clip_threshold: f64,
    /// Exponent of the step count in the decay rate of the second moment, below 0.
    #[hyper(default = -0.8)]
    pub decay_rate: f64,
    /// Decay rate of the average of updates; `None` for no average.
    #[hyper(default = None, range = 0.0..1.0)]
    pub beta1: Option<f64>,
    /// Weight decay, scaled like the step.
    #[hyper(default = 0.0, scheduled)]
    pub weight_decay: f64,
    /// Scales the step by the root mean square of the parameter.
    #[hyper(default = true)]
    pub scale_parameter: bool,
    /// Chooses the learning rate: 0.01, and from step 10,000 on the inverse square root of the step count.
    #[hyper(default = false)]
    pub relative_step: bool,
    /// Lets the learning rate of `relative_step` rise from 0, by 1e-6 in every step.
    #[hyper(default = false)]
    pub warmup_init: bool,
}

#[optimizer]
impl Adafactor {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (eps1, eps2) = self.eps;
        let lr = if let Some(lr) = self.lr {
            lr
        } else {
            let largest = if self.warmup_init { 1e-6 * t } else { scalar(1e-2) };
            largest.min(t.rsqrt())
        };
        let alpha = if self.scale_parameter { lr * param.rms().max(eps2) } else { lr };
        let beta2 = 1.0 - t.powf(self.decay_rate);
        let squared = grad.square() + eps1;
        let update = if param.ndim() >= 2 {
            state.exp_avg_sq_row = beta2 * state.exp_avg_sq_row + (1.0 - beta2) * squared.row_mean();
            state.exp_avg_sq_col = beta2 * state.exp_avg_sq_col + (1.0 - beta2) * squared.col_mean();
            let row = (state.exp_avg_sq_row / state.exp_avg_sq_row.matrix_mean()).rsqrt();
            row * state.exp_avg_sq_col.rsqrt() * grad
        } else {
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * squared;
            state.exp_avg_sq.rsqrt() * grad
        };
        let mut update = alpha / (update.rms() / self.clip_threshold).max(1.0) * update;
        if let Some(beta1) = self.beta1 {
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * update;
            update = state.exp_avg;
        }
        *param -= self.weight_decay * alpha * *param;
        *param -= update;
    }
}
