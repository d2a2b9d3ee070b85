use crate::author::*;

/// MARS: Adam or Lion on gradients that are corrected by their change since the last step (Yuan et al. 2024,
/// [MARS: Unleashing the Power of Variance Reduction for Training Large Models](https://arxiv.org/abs/2411.10438)).
///
/// ```text
/// c ← g + gamma·β₁ / (1 − β₁)·(g − g of the step before), 0 before the first
/// c ← c / max(1, ‖c‖)
/// m ← β₁·m + (1 − β₁)·c
/// v ← β₂·v + (1 − β₂)·c²
/// p ← p − lr·weight_decay·p
/// p ← p − lr / (1 − β₁ᵗ)·m / ((√(v + 1e-15) + eps) / √(1 − β₂ᵗ))       adamw
/// p ← p − lr·sign(m)                                                   lion, without v
/// ```
///
/// Parameters of less than two axes take plain AdamW steps with `lr_1d`, `betas_1d` and `weight_decay_1d`, unless `optimize_1d`.
///
/// Compared with `MARS` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. Its type `shampoo`, `ams_bound` and `cautious` are left
/// out. A schedule of `lr` does not change `lr_1d`, which can have another schedule. In the package, the ratio of both is constant.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: all elements of the parameter then keep their values for a step.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = MARS::new().lr(0.02).build(&x)?;
/// for _ in 0..600 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    exp_avg = 0.0,
    exp_avg_sq = 0.0 if self.mars_type == MarsType::Adamw || (param.ndim() < 2 && !self.optimize_1d),
    last_grad = 0.0 if param.ndim() >= 2 || self.optimize_1d,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct MARS {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 3e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.95, 0.99), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Strength of the correction, at least 0.
    #[hyper(default = 0.025, scheduled, range = 0.0..)]
    pub gamma: f64,
    /// The update computed from the corrected gradients.
    #[hyper(default = MarsType::Adamw)]
    pub mars_type: MarsType,
    /// If true, parameters of less than two axes take the same steps as all others.
    #[hyper(default = false)]
    pub optimize_1d: bool,
    /// Learning rate of parameters of less than two axes, at least 0.
    #[hyper(default = 3e-3, scheduled, range = 0.0..)]
    pub lr_1d: f64,
    /// Decay rates of their moments, from 0 to less than 1.
    #[hyper(default = (0.9, 0.95), scheduled, range = 0.0..1.0)]
    pub betas_1d: (f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Decoupled weight decay of parameters of less than two axes, at least 0.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub weight_decay_1d: f64,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

/// The update that [`MARS`] computes from corrected gradients.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarsType {
    /// Steps of AdamW.
    Adamw,
    /// Steps of the same size for every element, as in Lion.
    Lion,
}

#[optimizer]
impl MARS {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        if param.ndim() < 2 && !self.optimize_1d {
            let (beta1, beta2) = self.betas_1d;
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
            *param *= 1.0 - self.lr_1d * self.weight_decay_1d;
            *param -= self.lr_1d * self.adam(state.exp_avg, state.exp_avg_sq, beta1.powf(t), beta2.powf(t));
        } else {
            let (beta1, beta2) = self.betas;
            let corrected = grad + self.gamma * (beta1 / (1.0 - beta1)) * (grad - state.last_grad);
            let corrected = corrected / corrected.norm().max(1.0);
            state.last_grad = grad;
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * corrected;
            *param *= 1.0 - self.lr * self.weight_decay;
            let mut update = state.exp_avg.sign();
            if self.mars_type == MarsType::Adamw {
                state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * corrected.square();
                update = self.adam(state.exp_avg, state.exp_avg_sq, beta1.powf(t), beta2.powf(t));
            }
            *param -= self.lr * update;
        }
    }

    fn adam(&self, mean: Tensor, square: Tensor, power1: Scalar, power2: Scalar) -> Tensor {
        (1.0 - power2).sqrt() / (1.0 - power1) * (mean / ((square + 1e-15).sqrt() + self.eps))
    }
}
