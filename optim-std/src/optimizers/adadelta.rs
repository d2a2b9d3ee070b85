use crate::author::*;

/// Adadelta: steps in the units of the parameter, from running averages of squared gradients and squared steps (Zeiler
/// 2012, [arXiv:1212.5701](https://arxiv.org/abs/1212.5701)).
///
/// ```text
/// g ← ±g + weight_decay·p                     (− if maximize)
/// v ← rho·v + (1 − rho)·g²
/// d = √((a + eps) / (v + eps))·g
/// a ← rho·a + (1 − rho)·d²
/// p ← p − lr·d
/// ```
///
/// It needs no learning rate: the default 1 is the paper's method. It starts slowly, because only `eps` decides the
/// size of the first steps: about `√(eps / (1 − rho))`, 0.003 with the defaults, for any gradient.
///
/// Same as `torch.optim.Adadelta`, with one root instead of two: in `f32` gradients above 3e16 lose digits in the
/// quotient.
///
/// With `eps = 0` no element ever moves. An element whose gradients have all been zero, or below 1e-23 in `f32`, becomes NaN (0/0). In `f32` the
/// square of a gradient above 1.8e19 is infinite: `v` stays infinite, and the element never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Adadelta::new().lr(5.0).build(&x)?;
/// for _ in 0..600 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <square_avg = 0.0, acc_delta = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Adadelta {
    /// Factor of the step, at least 0. 1 is the paper's value.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rate of the averages, from 0 to 1.
    #[hyper(default = 0.9, scheduled, range = 0.0..=1.0)]
    pub rho: f64,
    /// Added to both averages, at least 0. It decides the length of the first steps.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// L2 penalty, at least 0: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Maximizes the objective instead of minimizing it.
    #[hyper(default = false)]
    pub maximize: bool,
}

#[optimizer]
impl Adadelta {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let grad = if self.maximize { -grad } else { grad } + self.weight_decay * *param;
        state.square_avg = self.rho * state.square_avg + (1.0 - self.rho) * grad.square();
        let update = ((state.acc_delta + self.eps) / (state.square_avg + self.eps)).sqrt() * grad;
        state.acc_delta = self.rho * state.acc_delta + (1.0 - self.rho) * update.square();
        *param -= self.lr * update;
    }
}
