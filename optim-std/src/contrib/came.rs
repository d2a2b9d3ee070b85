use crate::author::*;

/// CAME: Adafactor with momentum, whose steps are divided by how unsteady they are (Luo et al. 2023,
/// [CAME: Confidence-guided Adaptive Memory Efficient Optimization](https://arxiv.org/abs/2307.02047)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// r ← β₂·r + (1 − β₂)·mean of g² + eps₁ over each row,   c ← the same over each column
/// u ← g / √(r·c / mean r)
/// u ← u / max(1, rms u / clip_threshold)
/// m ← β₁·m + (1 − β₁)·u
/// R ← β₃·R + (1 − β₃)·mean of (u − m)² + eps₂ over each row,   C ← the same over each column
/// p ← p − lr·m / √(R·C / mean R)
/// ```
///
/// Parameters of less than two axes have a full second moment, and steps of `lr·m`. A parameter with more than two axes
/// is a batch of matrices: its last two axes are the rows and columns.
///
/// Compared with `CAME` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. `ams_bound` is left out, because it needs the memory that
/// the method saves. In the package, weight decay without `weight_decouple` has no effect, so this setting does not exist here.
///
/// If all gradients of a row have been zero, its second moment is `eps₁`; with `eps = (0, …)` the row becomes NaN. In
/// `f32` the square of a gradient above 1.8e19 is infinite, and its row and column become NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = CAME::new().lr(0.01).build(&x)?;
/// for _ in 0..800 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    exp_avg = 0.0,
    exp_avg_sq_row: rows = 0.0 if param.ndim() >= 2,
    exp_avg_sq_col: cols = 0.0 if param.ndim() >= 2,
    exp_avg_res_row: rows = 0.0 if param.ndim() >= 2,
    exp_avg_res_col: cols = 0.0 if param.ndim() >= 2,
    exp_avg_sq = 0.0 if param.ndim() < 2,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct CAME {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 2e-4, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the momentum, the second moment and the instability, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999, 0.9999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Largest root mean square of an update, more than 0.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub clip_threshold: f64,
    /// Added to squared gradients, at least 0.
    #[hyper(default = 1e-30, scheduled, range = 0.0..)]
    pub eps1: f64,
    /// Added to squared differences, at least 0.
    #[hyper(default = 1e-16, scheduled, range = 0.0..)]
    pub eps2: f64,
}

#[optimizer]
impl CAME {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2, beta3) = self.betas;
        *param *= 1.0 - self.lr * self.weight_decay;
        let squared = grad.square() + self.eps1;
        let mut update = if param.ndim() >= 2 {
            state.exp_avg_sq_row = beta2 * state.exp_avg_sq_row + (1.0 - beta2) * squared.row_mean();
            state.exp_avg_sq_col = beta2 * state.exp_avg_sq_col + (1.0 - beta2) * squared.col_mean();
            let row = (state.exp_avg_sq_row / state.exp_avg_sq_row.matrix_mean()).rsqrt();
            row * state.exp_avg_sq_col.rsqrt() * grad
        } else {
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * squared;
            state.exp_avg_sq.rsqrt() * grad
        };
        update /= (update.rms() / self.clip_threshold).max(1.0);
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * update;
        let mut step = state.exp_avg;
        if param.ndim() >= 2 {
            let unsteady = (update - state.exp_avg).square() + self.eps2;
            state.exp_avg_res_row = beta3 * state.exp_avg_res_row + (1.0 - beta3) * unsteady.row_mean();
            state.exp_avg_res_col = beta3 * state.exp_avg_res_col + (1.0 - beta3) * unsteady.col_mean();
            let row = (state.exp_avg_res_row / state.exp_avg_res_row.matrix_mean()).rsqrt();
            step *= row * state.exp_avg_res_col.rsqrt();
        }
        *param -= self.lr * step;
    }
}
