use crate::author::*;

/// SAM: sharpness-aware minimization (Foret et al. 2021,
/// [Sharpness-Aware Minimization for Efficiently Improving Generalization](https://arxiv.org/abs/2010.01412)), and with `adaptive` ASAM
/// (Kwon et al. 2021, [ASAM: Adaptive Sharpness-Aware Minimization](https://arxiv.org/abs/2102.11600)).
///
/// ```text
/// g ← gradient at p
/// T = 1                    with adaptive: T = |p| + eta
/// p' = p + rho·T²·g / (‖T·g‖ + 1e-12)        the norm is that of all parameters together
/// g' ← gradient at p'
/// p ← step of the optimizer inside from p, by g'
/// ```
///
/// Each step needs two gradients: call [`step_with`](crate::Optimizer::step_with). Clipping and `grad_scale` apply to both.
///
/// Compared with `SAM` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. The package has no `eta`, so
/// the default is 0 here. The ASAM paper has `rho` 0.5 and `eta` 0.01.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = SAM::new(SGD::new(0.1).momentum(0.9)).rho(0.01).build(&x)?;
/// for _ in 0..200 {
///     opt.step_with(&mut x, |x| Ok::<_, optim_std::StepError>((x.dot(x), 2.0 * x)))?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-1));
/// assert_eq!(opt.name(), "SAM<SGD>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <start = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct SAM<O: Definition> {
    /// The inner optimizer, which steps with the second gradient.
    pub inner: O,
    /// Radius of the neighbourhood in which SAM looks for the largest loss, at least 0, in the units of the parameters; with `adaptive`
    /// relative to their size.
    #[hyper(default = 0.05, scheduled, range = 0.0..)]
    pub rho: f64,
    /// If true, the neighbourhood is scaled by the size of each element (ASAM).
    #[hyper(default = false)]
    pub adaptive: bool,
    /// Added to the size of each element if `adaptive` is on, at least 0.
    #[hyper(default = 0.0, range = 0.0..)]
    pub eta: f64,
}

#[optimizer]
impl<O: Definition> SAM<O> {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        // The inner probe runs first, because the step undoes the moves in reverse order.
        self.inner.probe(param, grad);
        state.start = *param;
        let size = if self.adaptive { param.abs() + self.eta } else { full(1.0) };
        let norm = (size * grad).global_norm();
        *param += self.rho / (norm + 1e-12) * size.square() * grad;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start;
        self.inner.step(param, grad);
    }
}
