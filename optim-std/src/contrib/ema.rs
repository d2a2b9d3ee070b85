use crate::author::*;

/// An exponential moving average of the weights, for evaluation (Polyak and Juditsky 1992; as in Tarvainen and Valpola 2017,
/// [Mean teachers are better role models](https://arxiv.org/abs/1703.01780)).
///
/// ```text
/// p ← step of the optimizer inside
/// average ← decay·average + (1 − decay)·p
/// ```
///
/// It does not change the training. [`eval_weights`](optim_core::Optimizer::eval_weights) and [`with_eval`](optim_core::Optimizer::with_eval)
/// use the average, which starts with the parameters at `build`. With `warmup`, the average follows faster in the first steps: its decay
/// rate is at most `(1 + t) / (10 + t)` in step `t`.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Ema::new(SGD::new(0.1)).decay(0.9).build(&x)?;
/// for _ in 0..100 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// let average = opt.eval_weights(&x)?;
/// assert!(average.iter().zip(&x).all(|(average, x)| average.abs() > x.abs()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <average = param>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Ema<O: Definition> {
    /// The inner optimizer, which trains the parameters.
    pub inner: O,
    /// Decay rate of the average, from 0 to 1.
    #[hyper(default = 0.999, scheduled, range = 0.0..=1.0)]
    pub decay: f64,
    /// If true, the average follows faster in the first steps.
    #[hyper(default = false)]
    pub warmup: bool,
}

#[optimizer]
impl<O: Definition> Ema<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        self.inner.step(param, grad);
        let decay = if self.warmup { self.decay.min((1.0 + t) / (10.0 + t)) } else { self.decay };
        state.average = decay * state.average + (1.0 - decay) * *param;
    }

    fn eval(&self, _param: Tensor, state: &State<Self>) -> Tensor {
        state.average
    }
}
