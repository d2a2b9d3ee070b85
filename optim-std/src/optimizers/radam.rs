use crate::author::*;

/// RAdam: Adam that starts as plain momentum, until its second moment is precise enough to divide by (Liu et al. 2020,
/// [arXiv:1908.03265](https://arxiv.org/abs/1908.03265)).
///
/// ```text
/// g ← g + weight_decay·p
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// ρ∞ = 2 / (1 − β₂) − 1,   ρ = ρ∞ − 2·t·β₂ᵗ / (1 − β₂ᵗ)
/// r = √((ρ − 4)·(ρ − 2)·ρ∞ / ((ρ∞ − 4)·(ρ∞ − 2)·ρ))
/// p ← p − lr / (1 − β₁ᵗ)·m·(r·√(1 − β₂ᵗ) / (√v + eps) if ρ > 5, else 1)
/// ```
///
/// Use it instead of Adam with a learning rate warm-up. The first steps (5 with the default `β₂`) are plain momentum:
/// the gradient times `lr`.
///
/// `eps` is added to the uncorrected root, as in `torch.optim.RAdam`. Its default is 1e-6, in torch 1e-8. `ρ` is a
/// difference of large numbers. With `β₂` near 1, its precision is about 1e-10 in the first steps.
///
/// Once `ρ > 5`: with `eps = 0` an element whose gradients have all been zero, or below 1e-23 in `f32`, becomes NaN or
/// infinite (0/0, m/0). In `f32` the square of a gradient above 1.8e19 is infinite: `v` stays infinite, and the element
/// never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = RAdam::new().lr(0.05).betas((0.9, 0.99)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct RAdam {
    /// Learning rate, at least 0: about the step size of each element once `ρ > 5`.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1. With `β₂ ≤ 2/3` all steps are plain momentum.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// L2 penalty, at least 0: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl RAdam {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let grad = grad + self.weight_decay * *param;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let (power, most) = (beta2.powf(t), 2.0 / (1.0 - beta2) - 1.0);
        let rho = most - 2.0 * t * power / (1.0 - power);
        let rectified = rho > 5.0;
        let rect = ((rho - 4.0) * (rho - 2.0) * most / ((most - 4.0) * (most - 2.0) * rho)).sqrt();
        let factor = select(rectified, rect * (1.0 - power).sqrt(), 1.0);
        let divisor = select(rectified, state.exp_avg_sq.sqrt() + self.eps, 1.0);
        *param -= self.lr * factor / (1.0 - beta1.powf(t)) * (state.exp_avg / divisor);
    }
}
