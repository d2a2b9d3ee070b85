use crate::author::*;

/// Smaller updates of another optimizer when the loss stops falling, like `reduce_on_plateau` of [optax](https://github.com/google-deepmind/optax)
/// 0.2.
///
/// ```text
/// mean over `accumulation_size` steps of the input `loss`; with each such mean:
///     it has improved if  mean < (1 − rtol)·best − atol
///     scale ← max(factor·scale, min_scale)  after `patience` means without improvement, then `cooldown` means are not counted
/// p ← p + scale·(step of the optimizer inside)
/// ```
///
/// Pass the loss to each step: see the guide's page on inputs. The wrapper scales the whole change of a parameter,
/// including weight decay. PyTorch's `ReduceLROnPlateau` lowers the learning rate, which has the same effect if the
/// update is proportional to the learning rate. A loss that is NaN is not an improvement.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = ReduceOnPlateau::new(SGD::new(0.1)).factor(0.5).patience(3).build(&x)?;
/// for step in 0..10 {
///     let loss = if step < 3 { 1.0 / f64::from(step + 1) } else { 1.0 };
///     let grad = 2.0 * &x;
///     let report = opt.with_inputs(&Inputs::new().number("loss", loss)).step(&mut x, &grad)?;
///     assert_eq!(report.learning_rate_in("default")?, Some(0.1 * opt.global("scale")?)); // with the scale of this step
/// }
/// assert_eq!(opt.global("scale")?, 0.25);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <
        scale: global = 1.0,
        best: global = f64::INFINITY,
        stalled: global = 0.0,
        cooling: global = 0.0,
        count: global = 0.0,
        mean: global = 0.0,
    >,
    input <loss: global>,
    lr_factor(scale)
)]
#[derive(Debug, Clone, PartialEq)]
pub struct ReduceOnPlateau<O: Definition> {
    /// The inner optimizer, whose updates are scaled.
    pub inner: O,
    /// The factor by which the scale falls, more than 0 and less than 1.
    #[hyper(default = 0.1, shared, range = 0.0..1.0)]
    pub factor: f64,
    /// Number of means without improvement before the scale falls, at least 1.
    #[hyper(default = 10, shared, range = 1..)]
    pub patience: usize,
    /// A mean is an improvement if it is below the best one by this fraction of it, at least 0.
    #[hyper(default = 1e-4, shared, range = 0.0..)]
    pub rtol: f64,
    /// A mean is an improvement if it is below the best one by this amount, at least 0.
    #[hyper(default = 0.0, shared, range = 0.0..)]
    pub atol: f64,
    /// Number of means that are ignored after the scale falls.
    #[hyper(default = 0, shared)]
    pub cooldown: usize,
    /// Number of steps whose losses are averaged, at least 1.
    #[hyper(default = 1, shared, range = 1..)]
    pub accumulation_size: usize,
    /// Smallest scale, at least 0.
    #[hyper(default = 0.0, shared, range = 0.0..)]
    pub min_scale: f64,
}

#[optimizer]
impl<O: Definition> ReduceOnPlateau<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        let count = state.count + 1.0;
        let mean = (state.count * state.mean + input.loss) / count;
        let full = count >= self.accumulation_size as f64;

        let improved = mean < (1.0 - self.rtol) * state.best - self.atol;
        let stalled = select(improved, 0.0, state.stalled + 1.0);
        let cooling = state.cooling > 0.0;
        let falls = full & !cooling & (stalled >= self.patience as f64);
        state.best = select(full & improved, mean, state.best);
        state.stalled = select(full, select(falls | cooling, 0.0, stalled), state.stalled);
        let rest = select(cooling, state.cooling - 1.0, select(falls, self.cooldown as f64, 0.0));
        state.cooling = select(full, rest, state.cooling);
        state.scale = select(falls, (self.factor * state.scale).max(self.min_scale), state.scale);
        state.count = select(full, 0.0, count);
        state.mean = select(full, 0.0, mean);

        let before = *param;
        self.inner.step(param, grad);
        *param = before + state.scale * (*param - before);
    }
}
