use crate::author::*;

/// Adan: Adam with a Nesterov momentum made of the differences between gradients (Xie et al. 2022,
/// [Adan: Adaptive Nesterov Momentum Algorithm](https://arxiv.org/abs/2208.06677)).
///
/// ```text
/// d ← g − g of the step before, 0 in the first
/// m ← β₁·m + (1 − β₁)·g
/// n ← β₂·n + (1 − β₂)·d
/// v ← β₃·v + (1 − β₃)·(g + β₂·d)²
/// p ← p − lr·(m / (1 − β₁ᵗ) + β₂·n / (1 − β₂ᵗ)) / (√(v / (1 − β₃ᵗ)) + eps)
/// p ← p / (1 + lr·weight_decay)
/// ```
///
/// Compared with `Adan` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. `max_grad_norm` is left out: the builder's `clip_norm`
/// does the same for any optimizer. With `weight_decouple` the parameter is instead multiplied by `1 − lr·weight_decay` before the step. The paper's
/// betas are weights of the new values, so its β₁ = 0.02 is 0.98 here.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Adan::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0, exp_avg_diff = 0.0, previous_grad = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Adan {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the averages of gradients, of their differences and of the squares, from 0 to less than 1.
    #[hyper(default = (0.98, 0.92, 0.99), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, the parameter shrinks before the step, as in AdamW.
    #[hyper(default = false)]
    pub weight_decouple: bool,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl Adan {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2, beta3) = self.betas;
        let diff = if at(1) { full(0.0) } else { grad - state.previous_grad };
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_diff = beta2 * state.exp_avg_diff + (1.0 - beta2) * diff;
        state.exp_avg_sq = beta3 * state.exp_avg_sq + (1.0 - beta3) * (grad + beta2 * diff).square();
        state.previous_grad = grad;
        // The correction of the second moment is applied to both sides of the fraction. So it costs one number instead of one per element.
        let correction = (1.0 - beta3.powf(t)).sqrt();
        let denom = state.exp_avg_sq.sqrt() + self.eps * correction;
        let step_size = self.lr * correction / (1.0 - beta1.powf(t));
        let step_size_diff = self.lr * correction * beta2 / (1.0 - beta2.powf(t));
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        }
        *param -= (step_size * state.exp_avg + step_size_diff * state.exp_avg_diff) / denom;
        if !self.weight_decouple {
            *param *= 1.0 / (1.0 + self.lr * self.weight_decay);
        }
    }
}
