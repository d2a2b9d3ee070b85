use crate::author::*;

/// StableAdamW: AdamW with Adafactor's clipping of updates (Wortsman et al. 2023,
/// [Stable and low-precision training for large-scale vision-language models](https://arxiv.org/abs/2304.13013)).
///
/// ```text
/// m ← m + (1 − β₁) / (1 − β₁ᵗ)·(g − m)
/// v ← v + (1 − β₂) / (1 − β₂ᵗ)·(g² − v)
/// l ← lr / max(1, √(mean of g² / max(v, eps²)))
/// p ← p − l·weight_decay·p
/// p ← p − l·m / (√v + eps)
/// ```
///
/// If gradients grow faster than `v`, steps become smaller. This prevents spikes of the loss without gradient clipping.
/// You can [watch](crate::Optimizer::watch) the output `update_rms`: if it is above 1, the step is divided by it.
///
/// Compared with `StableAdamW` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. Its `kahan_sum` is
/// only for half precision and is left out. Without `weight_decouple`, weight decay is added to the gradient.
///
/// With `eps = 0` a parameter becomes NaN (0/0) if all gradients of one of its elements have been zero. In `f32` the square of a gradient above
/// 1.8e19 is infinite: the element then only decays.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = StableAdamW::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>, output <update_rms: scalar>)]
#[derive(Debug, Clone, PartialEq)]
pub struct StableAdamW {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.99), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = true)]
    pub weight_decouple: bool,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl StableAdamW {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let mut grad = grad;
        if !self.weight_decouple {
            grad += self.weight_decay * *param;
        }
        let (weight1, weight2) = ((1.0 - beta1) / (1.0 - beta1.powf(t)), (1.0 - beta2) / (1.0 - beta2.powf(t)));
        state.exp_avg = state.exp_avg.lerp(grad, weight1);
        state.exp_avg_sq = (1.0 - weight2) * state.exp_avg_sq + weight2 * grad.square();
        // Not the quotient of squares, which is NaN if both are infinite.
        let excess = (grad / state.exp_avg_sq.sqrt().max(self.eps)).rms();
        output.update_rms = excess;
        let lr = self.lr / excess.max(1.0);
        if self.weight_decouple {
            *param *= 1.0 - lr * self.weight_decay;
        }
        *param -= lr * (state.exp_avg / (state.exp_avg_sq.sqrt() + self.eps));
    }
}
