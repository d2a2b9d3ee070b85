use crate::author::*;

/// AdamP: Adam without the part of a step that only makes the weights of a normalised layer longer (Heo et al. 2020,
/// [AdamP: Slowing Down the Slowdown for Momentum Optimizers on Scale-invariant Weights](https://arxiv.org/abs/2006.08217)).
///
/// ```text
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·g²
/// u ← m·√(1 − β₂ᵗ) / (√v + eps)
/// where gradient and weights are nearly at a right angle, |cos(g, p)| < delta / √n, of every channel or else of the layer:
///     q ← p / (‖p‖ + eps),   u ← u − q·Σ(q·u)
/// p ← p − lr·weight_decay·p, times wd_ratio where `u` was changed
/// p ← p − lr / (1 − β₁ᵗ)·u
/// ```
///
/// A channel is the part of a parameter at one index of the first axis, and `n` is the number of its elements. Parameters with one axis take
/// Adam's steps.
///
/// Compared with `AdamP` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. Its `weight_decouple = false` does nothing, and is left out.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = AdamP::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(matrix, state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AdamP {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// The threshold for the angle between gradient and weights, at least 0.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub delta: f64,
    /// Factor of the weight decay in steps that were changed, from 0 to less than 1.
    #[hyper(default = 0.1, scheduled, range = 0.0..1.0)]
    pub wd_ratio: f64,
    /// Uses Nesterov momentum: the update contains the gradient once more.
    #[hyper(default = false)]
    pub nesterov: bool,
    /// Added to roots and norms, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl AdamP {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let mean = if self.nesterov { beta1 * state.exp_avg + (1.0 - beta1) * grad } else { state.exp_avg };
        let mut update = mean * (1.0 - beta2.powf(t)).sqrt() / (state.exp_avg_sq.sqrt() + self.eps);
        let mut ratio = scalar(1.0);
        if param.ndim() > 1 {
            let eps = self.eps;
            let of_rows = (grad * *param).row_sum().abs() / (grad.row_norm().max(eps) * param.row_norm().max(eps));
            let rows = of_rows.amax() < self.delta / (param.cols() as f64).sqrt();
            let of_all = grad.dot(*param).abs() / (grad.norm().max(eps) * param.norm().max(eps));
            let all = of_all < self.delta / (param.len() as f64).sqrt();
            let norm = select(rows, param.row_norm(), param.norm()) + eps;
            let unit = *param / norm;
            let radial = select(rows, (unit * update).row_sum(), (unit * update).sum());
            update = select(rows | all, update - unit * radial, update);
            ratio = select(rows | all, self.wd_ratio, 1.0);
        }
        *param *= 1.0 - self.lr * self.weight_decay * ratio;
        *param -= self.lr / (1.0 - beta1.powf(t)) * update;
    }
}
