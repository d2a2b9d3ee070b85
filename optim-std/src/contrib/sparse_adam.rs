use crate::author::*;

/// Adam for embedding tables: rows without a gradient do not change, and neither do their moments
/// ([`torch.optim.SparseAdam`](https://docs.pytorch.org/docs/stable/generated/torch.optim.SparseAdam.html); LazyAdam of TensorFlow Addons).
///
/// ```text
/// for each row whose gradient is not all zero:
///     m ← β₁·m + (1 − β₁)·g
///     v ← β₂·v + (1 − β₂)·g²
///     p ← p − lr·√(1 − β₂ᵗ) / (1 − β₁ᵗ)·m / (√v + eps)
/// ```
///
/// A row runs along the last axis; a vector is one row. Table gradients are zero in the rows that no example of the batch looked up. With Adam, these
/// rows move by their old momentum, and their second moment shrinks. `t` counts the steps of the whole parameter.
///
/// Compared with `torch.optim.SparseAdam` 2.15.0, with its defaults. In PyTorch, gradients are sparse tensors. Here they are dense arrays, so each
/// step passes over the whole table. If a row was looked up but its gradient is exactly zero, it counts as not looked up.
///
/// With `eps = 0` an element whose gradients have all been zero becomes NaN (0/0) when its row gets a gradient. In
/// `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = SparseAdam::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let mut grad = 2.0 * &x;
///     grad.row_mut(1).fill(0.0);
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.row(0).iter().all(|x| x.abs() < 1e-2));
/// assert_eq!(x.row(1), optim_std::ndarray::array![0.5, 3.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <exp_avg = 0.0, exp_avg_sq = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct SparseAdam {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl SparseAdam {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        // Not `> 0`, which is false for NaN.
        let touched = grad.row_sum_abs() != 0.0;
        let exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        let exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let step_size = self.lr * (1.0 - beta2.powf(t)).sqrt() / (1.0 - beta1.powf(t));
        let moved = *param - step_size * (exp_avg / (exp_avg_sq.sqrt() + self.eps));
        *param = select(touched, moved, *param);
        state.exp_avg = select(touched, exp_avg, state.exp_avg);
        state.exp_avg_sq = select(touched, exp_avg_sq, state.exp_avg_sq);
    }
}
