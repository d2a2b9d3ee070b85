use crate::author::*;

/// RMSprop: the gradient divided by the root of its averaged square (Tieleman & Hinton 2012, "Lecture 6.5",
/// [slides](https://www.cs.toronto.edu/~tijmen/csc321/slides/lecture_slides_lec6.pdf); centered: Graves 2013,
/// [arXiv:1308.0850](https://arxiv.org/abs/1308.0850)).
///
/// ```text
/// g ← g + weight_decay·p
/// v ← alpha·v + (1 − alpha)·g²
/// a ← alpha·a + (1 − alpha)·g                 (centered)
/// d = g / (√max(v − a², 0) + eps) (centered) or g / (√v + eps)
/// b ← momentum·b + d                          (momentum > 0)
/// p ← p − lr·b (momentum > 0) or p − lr·d
/// ```
///
/// Use it for recurrent networks and reinforcement learning, if the scale of gradients drifts. It has one state where
/// Adam has two.
///
/// Same as `torch.optim.RMSprop` (without `maximize`), except that `v − a²` is at least 0. It is a variance. If the
/// gradient hardly changes, its digits cancel and rounding leaves a small number of any sign. In torch, the root of a
/// negative one is NaN. Here, such an element moves by up to `lr·g / eps`. So with `centered`, set `eps` to 1e-3 of the
/// gradient's size, above all in `f32`.
///
/// With `eps = 0` an element whose gradients have all been zero, or below 1e-23 in `f32`, becomes NaN or infinite (0/0, g/0). In `f32` the square of
/// a gradient above 1.8e19 is infinite: `v` stays infinite, and the element never moves again. If `centered` and the gradient is above 1.8e21, the
/// element becomes NaN (`∞ − ∞`). With `alpha > 1` the average is negative and its root NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = RMSprop::new().lr(0.01).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.02));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    square_avg = 0.0,
    momentum_buffer = 0.0 if self.momentum.is_some(),
    grad_avg = 0.0 if self.centered,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct RMSprop {
    /// Learning rate, at least 0: about the step size of each element without momentum.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rate of the averages, at least 0. An average needs a rate below 1, but larger numbers are accepted.
    #[hyper(default = 0.99, scheduled, range = 0.0..)]
    pub alpha: f64,
    /// Added to the root of the average, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
    /// L2 penalty, at least 0: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Momentum factor, at least 0. With 0, there is no momentum buffer. With a schedule, there always is one.
    #[hyper(default = None, none = 0.0, scheduled, range = 0.0..)]
    pub momentum: Option<f64>,
    /// Divides by the root of the gradient's variance.
    #[hyper(default = false)]
    pub centered: bool,
}

#[optimizer]
impl RMSprop {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let grad = grad + self.weight_decay * *param;
        state.square_avg = self.alpha * state.square_avg + (1.0 - self.alpha) * grad.square();
        let second = if self.centered {
            state.grad_avg = self.alpha * state.grad_avg + (1.0 - self.alpha) * grad;
            (state.square_avg - state.grad_avg.square()).max(0.0)
        } else {
            state.square_avg
        };
        let mut update = grad / (second.sqrt() + self.eps);
        if let Some(momentum) = self.momentum {
            state.momentum_buffer = momentum * state.momentum_buffer + update;
            update = state.momentum_buffer;
        }
        *param -= self.lr * update;
    }
}
