use crate::author::*;

/// Gradient accumulation: the inner optimizer steps with the mean of `k` gradients, so a batch can be larger than memory (Ott et al. 2018,
/// [Scaling Neural Machine Translation](https://arxiv.org/abs/1806.00187)).
///
/// ```text
/// sum ← sum + g
/// every k steps:
///     mean ← sum/k
///     mean ← mean·min(1, clip_norm/(‖mean of all parameters‖ + 1e-6))     if clip_norm is set
///     mean ← clamp(mean, −clip_value, clip_value)                         if clip_value is set
///     p ← step of the optimizer inside by mean
///     sum ← 0
/// ```
///
/// The builder's `clip_norm` and `clip_value` clip the mean, like PyTorch's `clip_grad_norm_` after `k` backward passes. In a step that clips,
/// `grad_norm` of the [report](optim_core::StepReport) is the norm of the mean. `grad_scale` and [`non_finite`](optim_core::NonFinite) apply to each
/// gradient: rejected and skipped gradients do not enter the sum, so a step uses `k` finite ones. The inner optimizer counts its own steps, and its
/// schedules follow this count. Each parameter counts its own gradients, and steps after `k` of them.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64];
/// let mut opt = Accumulate::new(SGD::new(0.5)).k(2).clip_norm(1.0).build(&x)?;
/// opt.step(&mut x, &optim_std::ndarray::array![3.0])?;
/// assert_eq!(x[0], 1.0);                                              // it only adds
/// let report = opt.step(&mut x, &optim_std::ndarray::array![5.0])?;
/// assert_eq!(report.grad_norm, Some(4.0));                            // of the mean, which is clipped to 1
/// assert!((x[0] - 0.5).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <sum = 0.0, grad_norm: scalar = -1.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Accumulate<O: Definition> {
    /// The inner optimizer, which steps with the mean.
    pub inner: O,
    /// The number of gradients in a mean.
    #[hyper(default = 4, range = 1.., shared)]
    pub k: usize,
    /// The largest norm of the means of all parameters together: the builder's `clip_norm`.
    #[hyper(default = None, range = f64::MIN_POSITIVE.., shared)]
    pub clip_norm: Option<f64>,
    /// The largest element of a mean: the builder's `clip_value`.
    #[hyper(default = None, range = f64::MIN_POSITIVE.., shared)]
    pub clip_value: Option<f64>,
}

#[optimizer]
impl<O: Definition> Accumulate<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.sum += grad;
        let mean = state.sum / self.k as f64;
        let mut factor = scalar(1.0);
        if let Some(most) = self.clip_norm {
            // Parameters that do not step now do not count.
            let squares = if every(self.k) { mean.dot(mean) } else { scalar(0.0) };
            let norm = squares.global_sum().sqrt();
            factor = (most / (norm + 1e-6)).min(1.0);
            state.grad_norm = if every(self.k) { norm } else { scalar(-1.0) };
        }
        if every(self.k) {
            let clipped = factor * mean;
            let clipped = if let Some(most) = self.clip_value { clipped.clamp(-most, most) } else { clipped };
            self.inner.step(param, clipped);
            state.sum = full(0.0);
        }
    }
}
