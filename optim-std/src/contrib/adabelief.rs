use crate::author::*;

/// AdaBelief: Adam that divides by the distance of gradients from their average (Zhuang et al. 2020, [AdaBelief
/// Optimizer: Adapting Stepsizes by the Belief in Observed Gradients](https://arxiv.org/abs/2010.07468)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// m ← β₁·m + (1 − β₁)·g
/// s ← β₂·s + (1 − β₂)·(g − m)² + eps
/// p ← p − lr / (1 − β₁ᵗ)·m / (√(s / (1 − β₂ᵗ)) + eps)
/// ```
///
/// If gradients are as predicted, steps are large.
///
/// Compared with `AdaBelief` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. `rectify` and its arguments are left out.
/// Without `weight_decouple`, weight decay is added to the gradient.
///
/// If gradients stay the same, `s` is as small as `eps`, and steps have a length of `lr·m / √eps`. If that is too large, raise `eps`. In `f32` the
/// square of a difference above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = AdaBelief::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_var = 0.0, max_exp_avg_var = 0.0 if self.ams_bound>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AdaBelief {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the average and the variance, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = true)]
    pub weight_decouple: bool,
    /// Divides by the largest variance so far, as AMSGrad.
    #[hyper(default = false)]
    pub ams_bound: bool,
    /// Added to the variance in every step, and to its root, at least 0.
    #[hyper(default = 1e-16, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl AdaBelief {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let mut grad = grad;
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_var = beta2 * state.exp_avg_var + (1.0 - beta2) * (grad - state.exp_avg).square() + self.eps;
        let mut variance = state.exp_avg_var;
        if self.ams_bound {
            state.max_exp_avg_var = state.max_exp_avg_var.max(variance);
            variance = state.max_exp_avg_var;
        }
        // The correction of the variance is applied to both sides of the fraction. So it costs one number instead of one per element.
        let correction = (1.0 - beta2.powf(t)).sqrt();
        let step_size = self.lr * correction / (1.0 - beta1.powf(t));
        *param -= step_size * (state.exp_avg / (variance.sqrt() + self.eps * correction));
    }
}
