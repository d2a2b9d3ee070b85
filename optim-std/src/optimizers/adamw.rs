use crate::author::*;

/// AdamW: Adam with decoupled weight decay (Loshchilov & Hutter 2019,
/// [arXiv:1711.05101](https://arxiv.org/abs/1711.05101)).
///
/// ```text
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// w ← max(w, v) (amsgrad) or v
/// u = m / (√w + e)·c / (1 − β₁ᵗ),   c = √(1 − β₂ᵗ),   e = eps or eps·c (eps_after_correction)
/// u = m / (√w + eps) (without correct_bias)
/// p ← p − lr·(u + weight_decay·p)
/// ```
///
/// The default choice for transformers. BERT was trained with `correct_bias = false`.
///
/// `eps` is added to the uncorrected root, but `torch.optim.AdamW` corrects first. So `eps` acts as `eps / √(1 − β₂ᵗ)`, 32 times `eps` in the first
/// step. `eps_after_correction(true)` adds it as torch does. The default of `eps` is 1e-6, in torch 1e-8. The default of `weight_decay` is 0, in
/// torch 0.01. There is no `maximize`. The states `beta1_power` and `beta2_power` are `βᵗ⁺¹` after `t` steps. Torch keeps `step` instead.
///
/// With `eps = 0` an element whose gradients have all been zero, or below 1e-23 in `f32`, becomes NaN or infinite (0/0,
/// m/0). In `f32` the square of a gradient above 1.8e19 is infinite: `v` stays infinite, and the element only decays
/// from then on.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = AdamW::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    exp_avg = 0.0,
    exp_avg_sq = 0.0,
    max_exp_avg_sq = 0.0 if self.amsgrad,
    beta1_power: scalar = { self.betas.0 } if self.correct_bias,
    beta2_power: scalar = { self.betas.1 } if self.correct_bias,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AdamW {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Decoupled weight decay: the fraction of the parameter that a step removes, per unit of learning rate.
    #[hyper(default = 0.0, scheduled)]
    pub weight_decay: f64,
    /// Divides by the largest second moment so far (Reddi et al. 2018, arXiv:1904.09237).
    #[hyper(default = false)]
    pub amsgrad: bool,
    /// Corrects the moments for their start at zero.
    #[hyper(default = true)]
    pub correct_bias: bool,
    /// Adds `eps` to the root of the corrected second moment, as `torch.optim` does. It has no effect without `correct_bias`.
    #[hyper(default = false)]
    pub eps_after_correction: bool,
}

#[optimizer]
impl AdamW {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let second = if self.amsgrad {
            state.max_exp_avg_sq = state.max_exp_avg_sq.max(state.exp_avg_sq);
            state.max_exp_avg_sq
        } else {
            state.exp_avg_sq
        };
        let (mut step_size, mut eps) = (self.lr, self.eps);
        if self.correct_bias {
            let correction = (1.0 - state.beta2_power).sqrt();
            step_size *= correction / (1.0 - state.beta1_power);
            if self.eps_after_correction {
                eps *= correction;
            }
            state.beta1_power *= beta1;
            state.beta2_power *= beta2;
        }
        let update = state.exp_avg / (second.sqrt() + eps);
        *param -= step_size * update + self.lr * self.weight_decay * *param;
    }
}
