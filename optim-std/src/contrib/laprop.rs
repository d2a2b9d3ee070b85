use crate::author::*;

/// LaProp: Adam with the momentum of gradients that are already divided by their second moment (Ziyin et al. 2020,
/// [LaProp: Separating Momentum and Adaptivity in Adam](https://arxiv.org/abs/2002.04839)).
///
/// ```text
/// v ← β₂·v + (1 − β₂)·g²
/// l ← β₁·l + (1 − β₁)·lr
/// m ← β₁·m + (1 − β₁)·lr·g·√(1 − β₂ᵗ) / (√(v + 1e-15) + eps)
/// p ← p − m·lr / l
/// p ← p − lr·weight_decay·p
/// ```
///
/// With a constant `lr`, `l / lr` is `1 − β₁ᵗ`. You can combine any β₁ with any β₂.
///
/// Compared with `LaProp` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. `centered` and `ams_bound` are left out. In the
/// package, weight decay without `weight_decouple` has no effect, so this setting does not exist here. While the learning rate is 0, the momentum
/// decays and still moves the parameter, as in the package.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = LaProp::new().lr(0.02).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0, exp_avg_lr: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct LaProp {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 4e-4, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the momentum and the second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-15, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl LaProp {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        state.exp_avg_lr = beta1 * state.exp_avg_lr + (1.0 - beta1) * self.lr;
        let weight = (1.0 - beta1) * self.lr * (1.0 - beta2.powf(t)).sqrt();
        let normed = grad / ((state.exp_avg_sq + 1e-15).sqrt() + self.eps);
        state.exp_avg = beta1 * state.exp_avg + weight * normed;
        *param -= select(self.lr > 0.0, self.lr / state.exp_avg_lr, 1.0) * state.exp_avg;
        *param *= 1.0 - self.lr * self.weight_decay;
    }
}
