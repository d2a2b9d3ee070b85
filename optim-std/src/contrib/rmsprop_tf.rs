use crate::author::*;

/// RMSprop as TensorFlow 1 computes it: the average starts at one, `eps` is inside the root, and the learning rate of a step is part of its momentum
/// (Tieleman & Hinton 2012, [slides](https://www.cs.toronto.edu/~tijmen/csc321/slides/lecture_slides_lec6.pdf)).
///
/// ```text
/// v ← v + (1 − alpha)·(g² − v)
/// a ← a + (1 − alpha)·(g − a)                 (centered)
/// d = g / √(v − a² + eps) (centered) or g / √(v + eps)
/// b ← momentum·b + lr·d                       (momentum > 0)
/// p ← p − b (momentum > 0) or p − lr·d
/// ```
///
/// EfficientNet and MobileNet V3 were trained with it. The first steps are shorter than with [`RMSprop`](crate::optimizers::RMSprop), and a schedule
/// changes only future steps, not the momentum. `lr_in_momentum = false` is PyTorch's order: `b ← momentum·b + d`, `p ← p − lr·b`. Weight decay is
/// part of the gradient. With `decoupled_decay` it shrinks the parameter.
///
/// After `RMSpropTF` of the Python package `timm`, with its defaults. One difference: `v − a²` is at least 0 here. It is a variance, and rounding can
/// make it negative if the gradient hardly changes.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: `v` stays infinite, and the element never moves again. If `centered` and the gradient
/// is above 1.8e21, the element becomes NaN (`∞ − ∞`). With `eps = 0` an element whose gradients are zero becomes NaN once its `v` has shrunk to 0.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = RMSpropTF::new().lr(0.01).build(&x)?;
/// for _ in 0..800 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.02));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    square_avg = 1.0,
    momentum_buffer = 0.0 if self.momentum > 0.0,
    grad_avg = 0.0 if self.centered,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct RMSpropTF {
    /// Learning rate, at least 0: about the step size of each element without momentum.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rate of the averages, from 0 to 1.
    #[hyper(default = 0.9, scheduled, range = 0.0..=1.0)]
    pub alpha: f64,
    /// Added to the average inside the root, at least 0.
    #[hyper(default = 1e-10, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.0, range = 0.0..1.0)]
    pub momentum: f64,
    /// Divides by the root of the gradient's variance.
    #[hyper(default = false)]
    pub centered: bool,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = false)]
    pub decoupled_decay: bool,
    /// If true, the learning rate of a step is part of its momentum.
    #[hyper(default = true)]
    pub lr_in_momentum: bool,
}

#[optimizer]
impl RMSpropTF {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut grad = grad;
        if self.decoupled_decay {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        // Not `lerp`, whose difference is NaN if both squares are infinite.
        state.square_avg = self.alpha * state.square_avg + (1.0 - self.alpha) * grad.square();
        let mut second = state.square_avg;
        if self.centered {
            state.grad_avg = state.grad_avg.lerp(grad, 1.0 - self.alpha);
            second = (second - state.grad_avg.square()).max(0.0);
        }
        let update = grad / (second + self.eps).sqrt();
        if self.momentum > 0.0 {
            let (inside, outside) = if self.lr_in_momentum { (self.lr, 1.0) } else { (1.0, self.lr) };
            state.momentum_buffer = self.momentum * state.momentum_buffer + inside * update;
            *param -= outside * state.momentum_buffer;
        } else {
            *param -= self.lr * update;
        }
    }
}
