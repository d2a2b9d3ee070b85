use crate::author::*;

/// Sophia-G: momentum divided by an estimate of the Hessian's diagonal, and clipped (Liu et al. 2023,
/// [A Scalable Stochastic Second-order Optimizer for Language Model Pre-training](https://arxiv.org/abs/2305.14342)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// m ← β₁·m + (1 − β₁)·g
/// h ← β₂·h + (1 − β₂)·ĥ, at every k-th step
/// p ← p − lr·clamp(m / max(rho·h, eps), −1, 1)
/// ```
///
/// `ĥ` is the [input](crate::guide::inputs) `hessian`, an estimate of the diagonal of the Hessian. Pass it at the parameter's steps k, 2k, …. The G
/// stands for the Gauss–Newton–Bartlett estimate. It draws labels from the model's own predictions and squares the gradient `ĝ` of the mean loss of
/// these labels over a batch of B: `ĥ = B·ĝ²`. You can also use any other estimate, such as Hutchinson's (Sophia-H), `u·(H·u)`.
///
/// If `rho·h` is small, as in the first steps and for negative curvature, an element moves by `lr` in the direction of its momentum, as in Lion.
///
/// After algorithm 3 of the paper, with the settings of the authors' program `SophiaG`. The paper takes its first estimate at step 1, then at k + 1,
/// …. Here, as in the program, there is none before step k. The program multiplies by B, `rho·B·h`. Here, the input includes the factor B.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];      // of the loss 2 x₀² + x₁²
/// let mut opt = SophiaG::new().lr(0.05).rho(1.0).weight_decay(0.0).build(&x)?;
/// for _ in 0..400 {
///     let (grad, hessian) = (&x * &optim_std::ndarray::array![4.0, 2.0], optim_std::ndarray::array![4.0, 2.0]);
///     let inputs = Inputs::new().tensors_where_due("hessian", hessian);
///     opt.with_inputs(&inputs).step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, hessian_avg = 0.0>, input <hessian: tensor if every(self.k)>)]
#[derive(Debug, Clone, PartialEq)]
pub struct SophiaG {
    /// Learning rate, at least 0: the longest step of an element.
    #[hyper(default = 1e-4, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the momentum and the Hessian, from 0 to less than 1.
    #[hyper(default = (0.965, 0.99), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Scale of the Hessian, at least 0. A smaller scale makes longer steps.
    #[hyper(default = 0.04, scheduled, range = 0.0..)]
    pub rho: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Smallest divisor, at least 1e-30: momentum over 0 has no sign to clamp.
    #[hyper(default = 1e-12, scheduled, range = 1e-30..)]
    pub eps: f64,
    /// Steps from one estimate of the Hessian to the next, at least 1.
    #[hyper(default = 10, range = 1..)]
    pub k: usize,
}

#[optimizer]
impl SophiaG {
    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        *param *= 1.0 - self.lr * self.weight_decay;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        if every(self.k) {
            state.hessian_avg = beta2 * state.hessian_avg + (1.0 - beta2) * input.hessian;
        }
        let divisor = (self.rho * state.hessian_avg).max(self.eps);
        *param -= self.lr * (state.exp_avg / divisor).clamp(-1.0, 1.0);
    }
}
