use crate::author::*;

/// Grams: Adam's step sizes, with the sign of the gradient (Cao et al. 2024,
/// [Grams: Gradient Descent with Adaptive Momentum Scaling](https://arxiv.org/abs/2412.17107)).
///
/// ```text
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// u ← m / (1 − β₁ᵗ) / (√(v / (1 − β₂ᵗ)) + eps)
/// p ← p − lr·weight_decay·p
/// p ← p − lr·sign(g)·|u|
/// ```
///
/// Compared with `Grams` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. In the package, weight
/// decay without `weight_decouple` has no effect, so this setting does not exist here.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Grams::new().lr(0.02).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Grams {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl Grams {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        // The correction of the second moment is applied to both sides of the fraction. So it costs one number instead of one per element.
        let correction = (1.0 - beta2.powf(t)).sqrt();
        let step_size = self.lr * correction / (1.0 - beta1.powf(t));
        let update = state.exp_avg / (state.exp_avg_sq.sqrt() + self.eps * correction);
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= step_size * (update.abs() * grad.sign());
    }
}
