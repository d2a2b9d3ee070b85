use crate::author::*;

/// Lion: the sign of an interpolated momentum (Chen et al. 2023, [arXiv:2302.06675](https://arxiv.org/abs/2302.06675)).
///
/// ```text
/// p ← p·(1 − lr·weight_decay)
/// p ← p − lr·sign(β₁·m + (1 − β₁)·g)
/// m ← β₂·m + (1 − β₂)·g
/// ```
///
/// Use it instead of AdamW with half the state: one number per element. Every element moves by `lr`, so choose a
/// learning rate 3–10 times smaller than for AdamW, and a weight decay 3–10 times larger.
///
/// It is not in `torch.optim`. It is as in the paper, with `sign(0) = 0`. If the argument of a sign is nearly 0,
/// rounding decides between `−lr` and `lr`.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Lion::new().lr(0.01).betas((0.9, 0.9)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Lion {
    /// Learning rate, at least 0: the length of every element's step.
    #[hyper(default = 1e-4, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weights of the old momentum in the update and in the new momentum, from 0 to less than 1.
    #[hyper(default = (0.9, 0.99), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decoupled weight decay, at least 0: the fraction of the parameter that a step removes, per unit of learning
    /// rate.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl Lion {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let update = (beta1 * state.exp_avg + (1.0 - beta1) * grad).sign();
        *param *= 1.0 - self.lr * self.weight_decay;
        *param -= self.lr * update;
        state.exp_avg = beta2 * state.exp_avg + (1.0 - beta2) * grad;
    }
}
