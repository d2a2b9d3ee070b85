use crate::author::*;

/// NAdamW: Adam with Nesterov's look-ahead, a momentum that warms up, and decoupled weight decay (Dozat 2016,
/// [Incorporating Nesterov Momentum into Adam](https://openreview.net/forum?id=OM0jvwB8jIp57ZJjtNEZ); Dahl et al. 2023,
/// [Benchmarking Neural Network Training Algorithms](https://arxiv.org/abs/2306.07179)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// μ = β₁·(1 − ½·0.96^(t·momentum_decay)),   μ' the same of t + 1
/// P ← P·μ,   P' = P·μ'
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// p ← p − lr·(μ'·m / (1 − P') + (1 − μ)·g / (1 − P)) / (√(v / (1 − β₂ᵗ)) + eps)
/// ```
///
/// Without `decoupled_weight_decay` it is an L2 penalty, added to the gradient.
///
/// Compared with `torch.optim.NAdam` 2.15.0, in which decoupled decay is off and 0 by default. [`NAdam`](crate::optimizers::NAdam) follows another
/// reference, which has `μ` twice in `P'`.
///
/// With `eps = 0` an element whose gradients have all been zero, or below 1e-23 in `f32`, becomes NaN or infinite (0/0, m/0). In `f32` the square of
/// a gradient above 1.8e19 is infinite: `v` stays infinite, and the element only decays from then on.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = NAdamW::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <mu_product: scalar = 1.0, exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct NAdamW {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 2e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Weight decay, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// The speed at which the momentum warms up from `β₁ / 2` to `β₁`, at least 0: half of the way in `17 / momentum_decay` steps.
    #[hyper(default = 4e-3, scheduled, range = 0.0..)]
    pub momentum_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = true)]
    pub decoupled_weight_decay: bool,
}

#[optimizer]
impl NAdamW {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let mut grad = grad;
        if self.decoupled_weight_decay {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        let mu = self.momentum(t);
        let mu_next = self.momentum(t + 1.0);
        state.mu_product *= mu;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        // The correction of the second moment is applied to both sides of the fraction. So it costs one number instead of one per element.
        let correction = (1.0 - beta2.powf(t)).sqrt();
        let of_average = self.lr * correction * mu_next / (1.0 - state.mu_product * mu_next);
        let of_grad = self.lr * correction * (1.0 - mu) / (1.0 - state.mu_product);
        *param -= (of_average * state.exp_avg + of_grad * grad) / (state.exp_avg_sq.sqrt() + self.eps * correction);
    }

    /// The momentum of a step.
    fn momentum(&self, t: Scalar) -> Scalar {
        self.betas.0 * (1.0 - 0.5 * 0.96_f64.powf(t * self.momentum_decay))
    }
}
