use crate::author::*;

/// MADGRAD: dual averaging with momentum, divided by the cube root of the summed squares (Defazio and Jelassi 2021,
/// [Adaptivity without Compromise: A Momentumized, Adaptive, Dual Averaged Gradient Method](https://arxiv.org/abs/2101.11075)).
///
/// ```text
/// λ ← (lr + eps)·√t
/// s ← s + λ·g
/// v ← v + λ·g²
/// z ← x₀ − s / (∛v + eps)
/// p ← momentum·p + (1 − momentum)·z
/// ```
///
/// Steps start at `x₀` each time, so changing the parameters by other means has no lasting effect.
///
/// Compared with `MADGRAD` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. As in the package, `eps` is added to the learning rate
/// unless it is 0. Without momentum, the package computes `x₀` instead of storing it. Weight decay is part of the gradient, which suits dual
/// averaging badly. With `weight_decouple` it shrinks the parameter instead.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then returns to `x₀` and stays there.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = MADGRAD::new().lr(0.02).build(&x)?;
/// for _ in 0..800 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <grad_sum_sq = 0.0, s = 0.0, x0 = param>)]
#[derive(Debug, Clone, PartialEq)]
pub struct MADGRAD {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the old parameter, from 0 to less than 1.
    #[hyper(default = 0.9, scheduled, range = 0.0..1.0)]
    pub momentum: f64,
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = false)]
    pub weight_decouple: bool,
    /// Added to the cube root and to the learning rate, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl MADGRAD {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let lr = select(self.lr > 0.0, self.lr + self.eps, 0.0);
        let weight = lr * t.sqrt();
        let mut grad = grad;
        if !self.weight_decouple {
            grad += self.weight_decay * *param;
        }
        state.grad_sum_sq += weight * grad.square();
        state.s += weight * grad;
        let goal = state.x0 - moved(state.s, state.grad_sum_sq.powf(1.0 / 3.0) + self.eps);
        let old = *param;
        // Not a weighted sum, whose rounding would move elements that must not move.
        *param = param.lerp(goal, 1.0 - self.momentum);
        if self.weight_decouple {
            *param -= lr * self.weight_decay * old;
        }
    }
}

/// The movement of the averaged gradients. 0 if all have been zero, even with an `eps` of 0.
#[elementwise]
fn moved<V: Value>(sum: V, root: V) -> V {
    select(root > 0.0, sum / root, 0.0)
}
