use crate::author::*;

/// ASGD: gradient descent with a decaying step, and the average of its iterates (Polyak & Juditsky 1992, "Acceleration
/// of stochastic approximation by averaging", [doi:10.1137/0330046](https://doi.org/10.1137/0330046)).
///
/// ```text
/// g ← ±g + weight_decay·p                     (− if maximize)
/// p ← p·(1 − lambd·η) − η·g
/// a ← a + (p − a)·μ
/// η ← lr / (1 + lambd·lr·t)^alpha,   μ ← 1 / max(1, t − t0)
/// ```
///
/// Use it for convex problems with noisy gradients, if the average of the iterates is better than the last one. Read
/// the average from the state `ax`. It is a running average from step `t0` on, and a copy of the parameter before that.
/// Set `t0`: with the default, runs of less than a million steps have no average.
///
/// A step uses the `eta` and `mu` that the previous step computed. The first step uses `lr` and 1. So a schedule of
/// `lr` takes effect one step late. Same as `torch.optim.ASGD`, whose average is also `state["ax"]`. `1 + lambd·lr·t`
/// must stay positive: with a negative `lambd` the power is NaN from step `−1/(lambd·lr)` on.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = ASGD::new().lr(0.2).t0(100.0).build(&x)?;
/// for step in 0..300 {
///     let noise = if step % 2 == 0 { 0.5 } else { -0.5 };
///     let grad = 2.0 * &x + noise;
///     opt.step(&mut x, &grad)?;
/// }
/// // The iterates follow the noise, their average does not.
/// assert!(x.iter().all(|x| x.abs() > 0.04));
/// assert!(opt.state("param", "ax")?.iter().all(|x| x.abs() < 1e-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <eta: scalar = { self.lr }, mu: scalar = 1.0, ax = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct ASGD {
    /// Learning rate of the first step, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay of the parameter per unit of learning rate, and of the learning rate itself.
    #[hyper(default = 1e-4, scheduled)]
    pub lambd: f64,
    /// Exponent of the learning rate's decay.
    #[hyper(default = 0.75, scheduled)]
    pub alpha: f64,
    /// First step whose iterate is averaged.
    #[hyper(default = 1e6, scheduled)]
    pub t0: f64,
    /// L2 penalty, at least 0: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Maximizes the objective instead of minimizing it.
    #[hyper(default = false)]
    pub maximize: bool,
}

#[optimizer]
impl ASGD {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let grad = if self.maximize { -grad } else { grad } + self.weight_decay * *param;
        *param *= 1.0 - self.lambd * state.eta;
        *param -= state.eta * grad;
        state.ax = select(state.mu == 1.0, *param, state.ax.lerp(*param, state.mu));
        state.eta = self.lr / (1.0 + self.lambd * self.lr * t).powf(self.alpha);
        state.mu = 1.0 / (t - self.t0).max(1.0);
    }
}
