use crate::author::*;

/// Adagrad: divides each element's step by the root of the sum of its squared gradients (Duchi, Hazan & Singer 2011,
/// "Adaptive subgradient methods for online learning and stochastic optimization",
/// [JMLR 12:2121](https://jmlr.org/papers/v12/duchi11a.html)).
///
/// ```text
/// g ← ±g + weight_decay·p                     (− if maximize)
/// s ← s + g²
/// p ← p − lr / (1 + (t − 1)·lr_decay)·g / (√s + eps)
/// ```
///
/// Use it for sparse gradients: an element that rarely has a gradient keeps its large steps. Steps only become smaller.
/// For deep networks, training stops too early.
///
/// Same as `torch.optim.Adagrad`, except that the default of `eps` is 1e-6 instead of 1e-10.
///
/// With `eps = 0` and `initial_accumulator_value = 0` an element whose gradients have all been zero, or below 1e-23 in
/// `f32`, becomes NaN or infinite (0/0, g/0). In `f32` the square of a gradient above 1.8e19 is infinite: the sum stays
/// infinite, and the element never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Adagrad::new().lr(0.5).build(&x)?;
/// for _ in 0..200 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <sum = { self.initial_accumulator_value }>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Adagrad {
    /// Learning rate, at least 0: length of an element's first step.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay of the learning rate per step, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub lr_decay: f64,
    /// L2 penalty, at least 0: added to the gradient as `weight_decay * param`.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Sum of squared gradients before the first one, at least 0.
    #[hyper(default = 0.0, range = 0.0..)]
    pub initial_accumulator_value: f64,
    /// Added to the root of the sum, at least 0.
    #[hyper(default = 1e-6, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Maximizes the objective instead of minimizing it.
    #[hyper(default = false)]
    pub maximize: bool,
}

#[optimizer]
impl Adagrad {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let grad = if self.maximize { -grad } else { grad } + self.weight_decay * *param;
        state.sum += grad.square();
        let step_size = self.lr / (1.0 + (t - 1.0) * self.lr_decay);
        *param -= step_size * (grad / (state.sum.sqrt() + self.eps));
    }
}
