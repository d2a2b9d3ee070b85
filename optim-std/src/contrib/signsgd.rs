use crate::author::*;

/// SignSGD, with momentum also called Signum: steps of the same size for every element, in the direction of the gradient's sign
/// (Bernstein et al. 2018, [signSGD: Compressed Optimisation for Non-Convex Problems](https://arxiv.org/abs/1802.04434)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// b ← momentum·b + (1 − momentum)·g
/// p ← p − lr·sign(b)
/// ```
///
/// Compared with `SignSGD` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. Without `weight_decouple`, weight decay is added to
/// the gradient.
///
/// Steps do not become smaller near a minimum, so use a schedule that lowers the learning rate.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = SignSGD::new().lr(LinearLR::new(0.05, 0.0, 400)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <momentum_buffer = 0.0 if self.momentum > 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct SignSGD {
    /// Learning rate, at least 0: the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    pub momentum: f64,
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled: it shrinks the parameter instead of being added to the gradient.
    #[hyper(default = true)]
    pub weight_decouple: bool,
}

#[optimizer]
impl SignSGD {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut grad = grad;
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        if self.momentum > 0.0 {
            state.momentum_buffer = self.momentum * state.momentum_buffer + (1.0 - self.momentum) * grad;
            grad = state.momentum_buffer;
        }
        *param -= self.lr * grad.sign();
    }
}
