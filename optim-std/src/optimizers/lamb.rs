use crate::author::*;

/// LAMB: Adam with a step length for each tensor (You et al. 2020, [arXiv:1904.00962](https://arxiv.org/abs/1904.00962)).
///
/// ```text
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// s = m / (√v + eps) + weight_decay·p
/// p ← p − lr·r·s,   r = min(‖p‖, 10) / ‖s‖, or 1 (adam, or where either norm is 0)
/// ```
///
/// Use it for large batches: the norm of a tensor's step is `lr` times the norm of the tensor, so one learning rate
/// suits all layers. It needs two passes, because the norms need all of `s` before `p` can change.
///
/// It is not in `torch.optim`. It differs from the paper's algorithm in two points: moments are not corrected for their
/// start at zero, and the norm of the parameter counts as at most 10. `adam = true` leaves out the ratio: it is Adam
/// without bias correction.
///
/// With `eps = 0` an element whose gradients have all been zero, or below 1e-23 in `f32`, becomes NaN or infinite (0/0,
/// m/0), and through the norm the whole tensor does. In `f32` the square of a gradient above 1.8e19 is infinite: `v`
/// stays infinite, and the element only decays from then on. Norms are summed in `f64` and do not overflow.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Lamb::new().lr(0.05).build(&x)?;
/// for _ in 0..200 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Lamb {
    /// Learning rate, at least 0: the norm of a step divided by the norm of the parameter.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Weight decay, a part of the update whose length is adapted.
    #[hyper(default = 0.0, scheduled)]
    pub weight_decay: f64,
    /// Leaves the length of the update unchanged: Adam without bias correction.
    #[hyper(default = false)]
    pub adam: bool,
}

#[optimizer]
impl Lamb {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let update = state.exp_avg / (state.exp_avg_sq.sqrt() + self.eps) + self.weight_decay * *param;
        let trust = if self.adam {
            scalar(1.0)
        } else {
            let weight_norm = param.norm().clamp(0.0, 10.0);
            let update_norm = update.norm();
            select((weight_norm > 0.0) & (update_norm > 0.0), weight_norm / update_norm, 1.0)
        };
        *param -= self.lr * trust * update;
    }
}
