use crate::author::*;

/// Yogi: Adam with a second moment that changes by at most the size of the squared gradient (Zaheer et al. 2018,
/// [Adaptive Methods for Nonconvex Optimization](https://papers.nips.cc/paper/8186-adaptive-methods-for-nonconvex-optimization)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// m ← β₁·m + (1 − β₁)·g
/// v ← v − (1 − β₂)·sign(v − g²)·g²
/// p ← p − lr / (1 − β₁ᵗ)·m / (√(v / (1 − β₂ᵗ)) + eps)
/// ```
///
/// If gradients become small, Adam's `v` shrinks by a fixed factor per step and the steps grow. Here `v` shrinks by at
/// most `(1 − β₂)·g²`, so steps stay short. Use it if gradients are sparse or change their size quickly.
///
/// Compared with `Yogi` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. As in the package, and
/// unlike in the paper, both moments start at `initial_accumulator`, weight decay is decoupled, and both moments are
/// corrected for their start as in Adam. Because `m` does not start at 0, a parameter whose gradients are all zero
/// moves a little. `v` does not shrink in a step in which `g` is zero.
///
/// With `eps = 0` and `initial_accumulator = 0` an element whose gradients have all been zero becomes NaN (0/0). In `f32` the square of a gradient
/// above 1.8e19 is infinite: `v` stays infinite, and only weight decay moves the element.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Yogi::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    exp_avg = { self.initial_accumulator },
    exp_avg_sq = { self.initial_accumulator },
    beta1_power: scalar = { self.betas.0 },
    beta2_power: scalar = { self.betas.1 },
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Yogi {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// The initial value of both moments, at least 0.
    #[hyper(default = 1e-6, range = 0.0..)]
    pub initial_accumulator: f64,
}

#[optimizer]
impl Yogi {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let square = grad.square();
        *param *= 1.0 - self.lr * self.weight_decay;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        // Not `sign` of the difference, which is NaN if both squares are infinite.
        let up = select(state.exp_avg_sq < square, square, 0.0);
        let down = select(state.exp_avg_sq > square, square, 0.0);
        state.exp_avg_sq += (1.0 - beta2) * (up - down);
        let root = (1.0 - state.beta2_power).sqrt();
        let step_size = self.lr * root / (1.0 - state.beta1_power);
        *param -= step_size * (state.exp_avg / (state.exp_avg_sq.sqrt() + self.eps * root));
        state.beta1_power *= beta1;
        state.beta2_power *= beta2;
    }
}
