use crate::author::*;

/// Lookahead: slow weights that follow the weights of another optimizer (Zhang et al. 2019,
/// [Lookahead Optimizer: k steps forward, 1 step back](https://arxiv.org/abs/1907.08610)).
///
/// ```text
/// p ← step of the optimizer inside
/// every k steps:  slow ← slow + alpha·(p − slow);  p ← slow
/// ```
///
/// The inner optimizer explores with its usual or a larger learning rate. The slow weights follow it by a fraction.
///
/// Compared with `Lookahead` of the Python package `pytorch_optimizer` 4.1.0, with its defaults and without its `pullback_momentum`:
/// the states of the inner optimizer are not changed.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Lookahead::new(SGD::new(0.1).momentum(0.9)).k(5).build(&x)?;
/// for _ in 0..200 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// assert_eq!(opt.name(), "Lookahead<SGD>");
/// opt.set("inner.lr", 0.01)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <slow = param>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Lookahead<O: Definition> {
    /// The inner optimizer, which trains the fast weights.
    pub inner: O,
    /// Steps between two updates of the slow weights, at least 1.
    #[hyper(default = 5, range = 1..)]
    pub k: usize,
    /// Fraction of the distance to the fast weights by which the slow weights move, from 0 to 1.
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub alpha: f64,
}

#[optimizer]
impl<O: Definition> Lookahead<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(param, grad);
        if every(self.k) {
            state.slow += self.alpha * (*param - state.slow);
            *param = state.slow;
        }
    }
}
