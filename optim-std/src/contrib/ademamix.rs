use crate::author::*;

/// AdEMAMix: Adam with a second, much slower average of gradients (Pagliardini et al. 2024,
/// [The AdEMAMix Optimizer: Better, Faster, Older](https://arxiv.org/abs/2409.03137)).
///
/// ```text
/// m₁ ← β₁·m₁ + (1 − β₁)·g
/// m₂ ← β₃·m₂ + (1 − β₃)·g
/// v ← β₂·v + (1 − β₂)·g²
/// p ← p − lr·(m₁ / (1 − β₁ᵗ) + alpha·m₂) / (√(v / (1 − β₂ᵗ)) + eps)
/// ```
///
/// With `t_alpha_beta3`, `alpha` grows from 0 and `β₃` from `β₁` to their values over this number of steps. `β₃` grows so that the half-life of
/// the average grows linearly. Use it for long runs: without it, the first steps are about `alpha` times too large.
///
/// Compared with `AdEMAMix` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. Weight decay is part of the gradient, or with
/// `weight_decouple` shrinks the parameter, as in the paper.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = AdEMAMix::new().lr(0.01).betas((0.9, 0.999, 0.99)).build(&x)?;
/// for _ in 0..1000 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0, exp_avg_slow = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AdEMAMix {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first moment, the second moment and the slow average, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999, 0.9999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = false)]
    pub weight_decouple: bool,
    /// Weight of the slow average in a step, at least 0.
    #[hyper(default = 5.0, scheduled, range = 0.0..)]
    pub alpha: f64,
    /// Steps over which `alpha` and the third of `betas` grow to their values, at least 1; `None` if they do not grow.
    #[hyper(default = None, range = 1.0..)]
    pub t_alpha_beta3: Option<f64>,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl AdEMAMix {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2, last_beta3) = self.betas;
        let (mut alpha, mut beta3) = (self.alpha, last_beta3);
        if let Some(steps) = self.t_alpha_beta3 {
            let share = t / steps;
            let (log1, log3) = (beta1.ln(), last_beta3.ln());
            alpha = (share * self.alpha).min(self.alpha);
            beta3 = (log1 * log3 / ((1.0 - share) * log3 + share * log1)).exp().min(last_beta3);
        }
        let mut grad = grad;
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        state.exp_avg_slow = beta3 * state.exp_avg_slow + (1.0 - beta3) * grad;
        // The correction of the second moment is applied to both sides of the fraction. So it costs one number instead of one per element.
        let correction = (1.0 - beta2.powf(t)).sqrt();
        let of_fast = self.lr * correction / (1.0 - beta1.powf(t));
        let of_slow = self.lr * correction * alpha;
        let update = of_fast * state.exp_avg + of_slow * state.exp_avg_slow;
        *param -= update / (state.exp_avg_sq.sqrt() + self.eps * correction);
    }
}
