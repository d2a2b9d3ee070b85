use crate::author::*;

/// SWA, stochastic weight averaging: the mean of the weights at equal intervals, for evaluation (Izmailov et al. 2018,
/// [Averaging Weights Leads to Wider Optima and Better Generalization](https://arxiv.org/abs/1803.05407)).
///
/// ```text
/// p ← step of the optimizer inside
/// at steps swa_start, swa_start + swa_freq, …:  n ← n + 1;  average ← average + (p − average) / n
/// ```
///
/// It does not change the training. Use a learning rate that stays high or is cyclic.
/// [`eval_weights`](optim_core::Optimizer::eval_weights) and [`with_eval`](optim_core::Optimizer::with_eval) use the
/// average, or the parameters before the first average.
///
/// This is `torch.optim.swa_utils.AveragedModel` 2.15.0, without calls of `update_parameters`. As in PyTorch, compute
/// the statistics of batch normalisation again for the averaged weights.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = SWA::new(SGD::new(0.1)).swa_start(2).swa_freq(1).build(&x)?;
/// let mut sum = 0.0 * &x;
/// for step in 1..=5 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
///     if step >= 2 {
///         sum += &x;
///     }
/// }
/// let average = opt.eval_weights(&x)?;
/// assert!(average.iter().zip(&(sum / 4.0)).all(|(a, b)| (a - b).abs() < 1e-12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <average = 0.0, n_averaged: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct SWA<O: Definition> {
    /// The inner optimizer, which trains the parameters.
    pub inner: O,
    /// The first step whose weights are averaged, at least 1.
    #[hyper(default = 1, range = 1..)]
    pub swa_start: usize,
    /// Steps from one average to the next, at least 1.
    #[hyper(default = 1, range = 1..)]
    pub swa_freq: usize,
}

#[optimizer]
impl<O: Definition> SWA<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(param, grad);
        if every(self.swa_freq, self.swa_start) {
            state.n_averaged += 1.0;
            state.average += (*param - state.average) / state.n_averaged;
        }
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        select(state.n_averaged > 0.0, state.average, param)
    }
}
