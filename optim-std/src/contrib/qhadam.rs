use crate::author::*;

/// QHAdam: Adam that averages its moments with the current gradient (Ma and Yarats 2018,
/// [Quasi-hyperbolic momentum and Adam for deep learning](https://arxiv.org/abs/1810.06801)).
///
/// ```text
/// g ← g + weight_decay·p
/// m ← m + (1 − β₁) / (1 − β₁ᵗ)·(g − m)
/// v ← v + (1 − β₂) / (1 − β₂ᵗ)·(g² − v)
/// p ← p − lr·(ν₁·m + (1 − ν₁)·g) / (√(ν₂·v + (1 − ν₂)·g²) + eps)
/// ```
///
/// `nus = (1, 1)` is Adam, `(0, 1)` RMSprop.
///
/// Compared with `QHAdam` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. The package has the
/// weights of the averages in single precision. With `weight_decouple`, weight decay shrinks the parameter instead.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = QHAdam::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0, beta1_weight: scalar = 0.0, beta2_weight: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct QHAdam {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// The weights of the two moments relative to the gradient, from 0 to 1 each.
    #[hyper(default = (1.0, 1.0), scheduled, range = 0.0..=1.0)]
    pub nus: (f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = false)]
    pub weight_decouple: bool,
    /// Added to the root, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl QHAdam {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let (nu1, nu2) = self.nus;
        let mut grad = grad;
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        let square = grad.square();
        state.beta1_weight = beta1 * state.beta1_weight + 1.0;
        state.beta2_weight = beta2 * state.beta2_weight + 1.0;
        state.exp_avg = state.exp_avg.lerp(grad, 1.0 / state.beta1_weight);
        // Weighted sums instead of differences, which are NaN if both squares are infinite.
        let weight = 1.0 / state.beta2_weight;
        state.exp_avg_sq = (1.0 - weight) * state.exp_avg_sq + weight * square;
        let mean = nu1 * state.exp_avg + (1.0 - nu1) * grad;
        let root = (nu2 * state.exp_avg_sq + select(nu2 < 1.0, (1.0 - nu2) * square, 0.0)).sqrt() + self.eps;
        *param -= self.lr * (mean / root);
    }
}
