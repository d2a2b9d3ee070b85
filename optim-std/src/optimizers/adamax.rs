use crate::author::*;

/// Adamax: Adam with the largest recent gradient in place of the root of the second moment (Kingma & Ba 2015, section
/// 7.1, [arXiv:1412.6980](https://arxiv.org/abs/1412.6980)).
///
/// ```text
/// g ← ±g + weight_decay·p                     (− if maximize)
/// m ← β₁·m + (1 − β₁)·g
/// u ← max(β₂·u, |g| + eps)
/// p ← p − lr / (1 − β₁ᵗ)·m / u
/// ```
///
/// Use it for gradients with rare large values, such as gradients of embeddings: the step of an element is never larger
/// than about `lr`. It has no squares or roots, so it works over the whole range of the element type.
///
/// Same as `torch.optim.Adamax` except for defaults: `lr` is 1e-3 instead of 2e-3, and `eps` 1e-6 instead of 1e-8. The
/// state `beta1_power` is `β₁ᵗ⁺¹` after `t` steps. Torch keeps `step` instead. With `eps = 0` an element whose gradient
/// has always been zero becomes NaN (0/0).
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Adamax::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_inf = 0.0, beta1_power: scalar = { self.betas.0 }>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Adamax {
    /// Learning rate, at least 0: the longest step of an element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the momentum and the largest gradient, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the absolute value of the gradient, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// L2 penalty: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled)]
    pub weight_decay: f64,
    /// Maximizes the objective instead of minimizing it.
    #[hyper(default = false)]
    pub maximize: bool,
}

#[optimizer]
impl Adamax {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let grad = if self.maximize { -grad } else { grad } + self.weight_decay * *param;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_inf = (beta2 * state.exp_inf).max(grad.abs() + self.eps);
        *param -= self.lr / (1.0 - state.beta1_power) * (state.exp_avg / state.exp_inf);
        state.beta1_power *= beta1;
    }
}
