use crate::author::*;

/// SGD: gradient descent with momentum (Sutskever et al. 2013,
/// [On the importance of initialization and momentum in deep learning](https://proceedings.mlr.press/v28/sutskever13.html)).
///
/// ```text
/// g ← ±g + weight_decay·p                     (− if maximize)
/// b ← momentum·b + (1 − dampening)·g
/// p ← p − lr·d,   d = g + momentum·b (nesterov), b (momentum ≠ 0) or g
/// ```
///
/// Use it for convolutional networks, with momentum 0.9 and a schedule that ends near 0. It needs the least state of all optimizers.
///
/// The buffer starts at zero, so `dampening` also scales the first gradient. `torch.optim.SGD` puts the first gradient
/// into the buffer undamped. With `dampening = 0` both agree. With `dampening = 1` nothing ever moves. `lr` has no
/// default (in torch: 1e-3).
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = SGD::new(0.05).momentum(0.9).nesterov(true).build(&x)?;
/// for _ in 0..200 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <momentum_buffer = 0.0 if self.momentum.is_some()>,
    requires(
        !self.nesterov || (self.momentum.unwrap_or(0.0) > 0.0 && self.dampening == 0.0),
        "`nesterov` needs `momentum` > 0 and `dampening` = 0"
    )
)]
#[derive(Debug, Clone, PartialEq)]
pub struct SGD {
    /// Learning rate, at least 0: length of a step per unit of gradient.
    #[hyper(scheduled, range = 0.0..)]
    pub lr: f64,
    /// Momentum factor, at least 0. With 0, there is no momentum buffer. With a schedule, there always is one.
    #[hyper(default = None, none = 0.0, scheduled, range = 0.0..)]
    pub momentum: Option<f64>,
    /// The dampening of the momentum: the gradient is multiplied by `1 - dampening` before it is added to the momentum.
    #[hyper(default = 0.0)]
    pub dampening: f64,
    /// L2 penalty, at least 0: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Uses Nesterov momentum: the update is the gradient plus the new momentum.
    #[hyper(default = false)]
    pub nesterov: bool,
    /// Maximizes the objective instead of minimizing it.
    #[hyper(default = false)]
    pub maximize: bool,
}

#[optimizer]
impl SGD {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let grad = if self.maximize { -grad } else { grad } + self.weight_decay * *param;
        let update = if let Some(momentum) = self.momentum {
            state.momentum_buffer = momentum * state.momentum_buffer + (1.0 - self.dampening) * grad;
            if self.nesterov { grad + momentum * state.momentum_buffer } else { state.momentum_buffer }
        } else {
            grad
        };
        *param -= self.lr * update;
    }
}
