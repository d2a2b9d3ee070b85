use crate::author::*;

/// ADOPT: Adam that converges with any β₂, because each gradient is divided by the second moment before it (Taniguchi et al. 2024,
/// [ADOPT: Modified Adam Can Converge with Any β₂ with the Optimal Rate](https://arxiv.org/abs/2411.02853)).
///
/// ```text
/// c ← t^(1/4)
/// m ← β₁·m + (1 − β₁)·clamp(g / max(√v, eps), −c, c)
/// p ← p − lr·m
/// v ← β₂·v + (1 − β₂)·g²
/// ```
///
/// The first step only sets `v ← g²`.
///
/// Compared with `ADOPT` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. The bound `c` of the clipping is the package's default.
/// Weight decay is added to the gradient. With `weight_decouple` it shrinks the parameter, in the first step too.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = ADOPT::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct ADOPT {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.9999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = false)]
    pub weight_decouple: bool,
    /// Lower bound of the root of the second moment, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl ADOPT {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let mut grad = grad;
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        if at(1) {
            state.exp_avg_sq = grad.square();
        } else {
            let bound = t.sqrt().sqrt();
            let normed = (grad / state.exp_avg_sq.sqrt().max(self.eps)).clamp(-bound, bound);
            state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * normed;
            *param -= self.lr * state.exp_avg;
            state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        }
    }
}
