use crate::author::*;

/// Adagrad with one number per row, for tables of embeddings (Gupta et al. 2014; as in
/// [FBGEMM](https://github.com/pytorch/FBGEMM) and TorchRec).
///
/// ```text
/// g ← g + weight_decay·p
/// s ← s + mean of g² over each row
/// p ← p − lr·g / (√s + eps)
/// ```
///
/// A row runs along the last axis; a vector is one row. The state is one number for each row, so a table of 128 columns needs 1/128 of Adagrad's
/// state. If a row's gradient is zero, the row does not change, not even by weight decay: gradients are zero in rows that no example of the batch
/// looked up. Gradients are dense arrays here, so each step passes over the whole table.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the row then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = RowWiseAdagrad::new().lr(0.5).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <sum: rows = { self.initial_accumulator_value }>)]
#[derive(Debug, Clone, PartialEq)]
pub struct RowWiseAdagrad {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Added to the gradient as a multiple of the parameter, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// The initial value of the sums, at least 0.
    #[hyper(default = 0.0, range = 0.0..)]
    pub initial_accumulator_value: f64,
    /// Added to the root, more than 0.
    #[hyper(default = 1e-8, scheduled, range = 1e-30..)]
    pub eps: f64,
}

#[optimizer]
impl RowWiseAdagrad {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        // Not `> 0`, which is false for NaN.
        let touched = select(grad.row_sum_abs() != 0.0, 1.0, 0.0);
        let grad = grad + self.weight_decay * touched * *param;
        state.sum += grad.square().row_mean();
        *param -= self.lr / (state.sum.sqrt() + self.eps) * grad;
    }
}
