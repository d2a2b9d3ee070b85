use crate::author::*;

/// LARS: SGD whose steps have a length in proportion to the length of the weights, layer by layer (You et al. 2017,
/// [Large Batch Training of Convolutional Networks](https://arxiv.org/abs/1708.03888)).
///
/// ```text
/// g ← (g + weight_decay·p)·trust_coefficient·‖p‖ / (‖g‖ + weight_decay·‖p‖)
/// b ← momentum·b + (1 − dampening)·g
/// p ← p − lr·b
/// ```
///
/// Parameters of less than two axes, such as biases and factors of normalisations, take plain steps with momentum and without weight decay. If the
/// weights or the gradient are all zero, the factor is 1. You can [watch](crate::Optimizer::watch) `trust_ratio`, the factor of each parameter of two
/// axes or more.
///
/// Compared with `LARS` of the Python package `pytorch_optimizer` 4.1.0, with its defaults.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = LARS::new().lr(0.1).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <momentum_buffer = 0.0 if self.momentum > 0.0>,
    output <trust_ratio: scalar if param.ndim() > 1>,
)]
#[derive(Debug, Clone, PartialEq)]
pub struct LARS {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight decay of parameters of two axes or more, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    pub momentum: f64,
    /// The dampening of the momentum, from 0 to less than 1: the gradient is multiplied by `1 - dampening` before it is added to the momentum.
    #[hyper(default = 0.0, scheduled, range = 0.0..1.0)]
    pub dampening: f64,
    /// Ratio of the length of a step to the length of the weights at a learning rate of 1; at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub trust_coefficient: f64,
    /// Uses Nesterov momentum: the update contains the gradient once more.
    #[hyper(default = false)]
    pub nesterov: bool,
}

#[optimizer]
impl LARS {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let mut grad = grad;
        if param.ndim() > 1 {
            let norm = param.norm();
            let denom = grad.norm() + self.weight_decay * norm;
            let decayed = grad + self.weight_decay * *param;
            // The division comes before the multiplication: large weights divided by a tiny gradient may exceed single precision.
            let scaled = self.trust_coefficient * norm * (decayed / denom);
            grad = select((norm > 0.0) & (denom > 0.0), scaled, decayed);
            let ratio = self.trust_coefficient * norm / denom;
            output.trust_ratio = select((norm > 0.0) & (denom > 0.0), ratio, 1.0);
        }
        if self.momentum > 0.0 {
            state.momentum_buffer = self.momentum * state.momentum_buffer + (1.0 - self.dampening) * grad;
            grad = if self.nesterov { grad + self.momentum * state.momentum_buffer } else { state.momentum_buffer };
        }
        *param -= self.lr * grad;
    }
}
