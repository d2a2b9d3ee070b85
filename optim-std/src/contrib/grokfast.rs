use crate::author::*;

/// Grokfast: amplifies the slow part of gradients, their moving average, around any optimizer (Lee et al. 2024,
/// [Grokfast: Accelerated Grokking by Amplifying Slow Gradients](https://arxiv.org/abs/2405.20233)).
///
/// ```text
/// a ← alpha·a + (1 − alpha)·g, in the first step g
/// p ← step of the optimizer inside by g + lamb·a
/// ```
///
/// Slow gradients become `1 + lamb` times as large. An optimizer whose steps are proportional to them, such as SGD, needs a smaller learning rate.
///
/// Like `gradfilter_ema` of the authors and of the Python package `pytorch_optimizer` 4.1.0, with its defaults. The paper calls it Grokfast-EMA.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Grokfast::new(AdamW::new().lr(0.01)).build(&x)?;
/// for _ in 0..1000 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <slow_grad = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Grokfast<O: Definition> {
    /// The inner optimizer, which steps with the changed gradient.
    pub inner: O,
    /// Decay rate of the average, from 0 to 1.
    #[hyper(default = 0.98, scheduled, range = 0.0..=1.0)]
    pub alpha: f64,
    /// The factor of the average that is added to the gradient, at least 0.
    #[hyper(default = 2.0, scheduled, range = 0.0..)]
    pub lamb: f64,
}

#[optimizer]
impl<O: Definition> Grokfast<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.slow_grad = if at(1) { grad } else { self.alpha * state.slow_grad + (1.0 - self.alpha) * grad };
        self.inner.step(param, grad + self.lamb * state.slow_grad);
    }
}
