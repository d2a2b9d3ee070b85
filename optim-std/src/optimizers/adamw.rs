use crate::prelude::*;

/// AdamW: Adam with decoupled weight decay (Loshchilov & Hutter 2019,
/// [arXiv:1711.05101](https://arxiv.org/abs/1711.05101)).
///
/// ```text
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// u = m / (√v + eps) · √(1 − β₂ᵗ) / (1 − β₁ᵗ)
/// p ← p − lr·(u + weight_decay·p)
/// ```
///
/// `eps` is added to the uncorrected root, where `torch.optim.AdamW` corrects first: it acts as `eps / √(1 − β₂ᵗ)`. The states
/// `beta1_power` and `beta2_power` hold `βᵗ⁺¹` after `t` steps.
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
    /// Learning rate.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weights of the old first and second moment.
    #[hyper(default = (0.9, 0.999), range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment.
    #[hyper(default = 1e-6, range = 0.0..)]
    pub eps: f64,
    /// Decoupled weight decay.
    #[hyper(default = 0.0, scheduled)]
    pub weight_decay: f64,
    /// Divides by the largest second moment so far (Reddi et al. 2018, arXiv:1904.09237).
    #[hyper(default = false)]
    pub amsgrad: bool,
    /// Corrects the moments for their start at zero.
    #[hyper(default = true)]
    pub correct_bias: bool,
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
        let mut step_size = self.lr;
        if self.correct_bias {
            step_size *= (1.0 - state.beta2_power).sqrt() / (1.0 - state.beta1_power);
            state.beta1_power *= beta1;
            state.beta2_power *= beta2;
        }
        let update = state.exp_avg / (second.sqrt() + self.eps);
        *param -= step_size * update + self.lr * self.weight_decay * *param;
    }
}
