use crate::author::*;

/// L-BFGS with a fixed step length (Nocedal 1980; Liu & Nocedal 1989,
/// [On the limited memory BFGS method for large scale optimization](https://doi.org/10.1007/BF01589116)): a quasi-Newton method for
/// gradients of the whole loss, not of batches.
///
/// ```text
/// s ← p − p of the step before;  y ← g − g of the step before
/// the last m pairs (s, y) with sᵀy > 1e-10 are an approximation of the inverse of the Hessian
/// d ← inverse · g                            by the two-loop recursion
/// p ← p − lr·d                               the first step: p ← p − lr·min(1, 1 / ‖g‖₁)·g
/// ```
///
/// All parameters together are one vector: products such as sᵀy are over the whole model. So all parameters need a
/// gradient in every step, and groups of parameters may differ only in `lr`. `s` is the change of the parameters since
/// the last step, even if other code changed them. So a line search may set them between two steps, as below.
///
/// Compared with `torch.optim.LBFGS` of PyTorch 2.15.0 without a line search. A step here is one of its iterations, so
/// its `max_iter` iterations are `max_iter` steps. There are no tolerances: the caller decides when to stop. If `sᵀy`
/// is too small, the pair takes its place in the history but has no effect. PyTorch keeps the oldest pair instead. In
/// PyTorch, the default of `history_size` is 100.
///
/// ```
/// use optim_std::prelude::*;
///
/// // Two axes with a hundredfold difference in curvature.
/// let curvature = optim_std::ndarray::array![1.0_f64, 100.0];
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = LBFGS::new().history_size(5).build(&x)?;
/// for _ in 0..15 {
///     let grad = &curvature * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-6), "{x}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # A line search around it
///
/// A step with `lr` 1 proposes a direction. The caller looks for a length that fulfils the strong Wolfe conditions,
/// here by bisection, and sets the parameters:
///
/// ```
/// use optim_std::ndarray::{Array1, array};
/// use optim_std::prelude::*;
///
/// /// Rosenbrock's function and its gradient.
/// fn rosenbrock(x: &Array1<f64>) -> (f64, Array1<f64>) {
///     let (a, b) = (1.0 - x[0], x[1] - x[0] * x[0]);
///     (a * a + 100.0 * b * b, array![-2.0 * a - 400.0 * x[0] * b, 200.0 * b])
/// }
///
/// /// Where the loss has fallen enough and its slope is small enough; `at` gives both.
/// fn strong_wolfe(at: impl Fn(f64) -> (f64, f64)) -> f64 {
///     let (c1, c2) = (1e-4, 0.9);
///     let (loss, slope) = at(0.0);
///     let (mut low, mut high, mut length) = (0.0, f64::INFINITY, 1.0);
///     for _ in 0..50 {
///         let (new_loss, new_slope) = at(length);
///         if new_loss > loss + c1 * length * slope || new_slope > -c2 * slope {
///             high = length;
///         } else if new_slope < c2 * slope {
///             low = length;
///         } else {
///             break;
///         }
///         length = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * length };
///     }
///     length
/// }
///
/// let mut x = array![-1.2, 1.0];
/// let mut opt = LBFGS::new().build(&x)?;
/// for _ in 0..60 {
///     let before = x.clone();
///     opt.step(&mut x, &rosenbrock(&before).1)?;
///     let direction = &x - &before;
///     let length = strong_wolfe(|length| {
///         let (loss, grad) = rosenbrock(&(&before + length * &direction));
///         (loss, grad.dot(&direction))
///     });
///     x = before + length * direction;
/// }
/// assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-6), "{x}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    s: [tensor; self.history_size] = 0.0,
    y: [tensor; self.history_size] = 0.0,
    last_param = 0.0,
    last_grad = 0.0,
    rho: [global; self.history_size] = 0.0,
    alpha: [global; self.history_size] = 0.0,
    scale: global = 1.0,
    steps: global = 0.0,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct LBFGS {
    /// Step length, as a multiple of the quasi-Newton step; at least 0.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub lr: f64,
    /// The number of pairs kept, at least 1. Each takes two tensors.
    #[hyper(default = 10, shared, range = 1..)]
    pub history_size: usize,
}

#[optimizer]
impl LBFGS {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let m = self.history_size;
        let (s, y) = (*param - state.last_param, grad - state.last_grad);
        // Before the second step there is no pair.
        let is_first = state.steps < 0.5;
        let curvature = select(is_first, 0.0, s.global_dot(y));
        let accepted = curvature > 1e-10;
        // Tensors are in a ring. Numbers of the model are in order, the oldest first.
        for i in 1..m {
            state.rho[i - 1] = state.rho[i];
        }
        state.rho[m - 1] = select(accepted, 1.0 / curvature, 0.0);
        state.scale = select(accepted, curvature / y.global_dot(y), state.scale);
        state.s[slot(m)] = s;
        state.y[slot(m)] = y;
        let mut direction = grad;
        for i in 0..m {
            // From the newest pair to the oldest, then back.
            let at = slot(m, m - i);
            let alpha = state.rho[m - 1 - i] * state.s[at].global_dot(direction);
            state.alpha[m - 1 - i] = alpha;
            direction -= alpha * state.y[at];
        }
        direction *= state.scale;
        for i in 0..m {
            let at = slot(m, i + 1);
            let beta = state.rho[i] * state.y[at].global_dot(direction);
            direction += (state.alpha[i] - beta) * state.s[at];
        }
        let length = select(is_first, (1.0 / grad.global_sum_abs()).min(1.0), 1.0);
        state.last_param = *param;
        state.last_grad = grad;
        *param -= self.lr * length * direction;
        state.steps += 1.0;
    }
}
