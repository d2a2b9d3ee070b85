use crate::author::*;

/// SM3: Adagrad with one number per row and one per column (Anil et al. 2019,
/// [Memory-Efficient Adaptive Optimization](https://arxiv.org/abs/1901.11150)).
///
/// ```text
/// v ← min(r, c) + g²                               (beta = 0)
/// v ← beta·min(r, c) + (1 − beta)·g²               (beta > 0)
/// r ← the largest v of each row,   c ← the largest of each column; with beta > 0 not below the old ones
/// u ← g / √(v + eps)
/// m ← momentum·m + (1 − momentum)·u
/// p ← p − lr·m
/// ```
///
/// A parameter of more than two axes is one matrix, and its first axis is the rows. A parameter of less than two axes has a number for each element.
///
/// Compared with `SM3` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. In the package, a parameter
/// of more than two axes has numbers along each axis. The guide's [page of axes](crate::guide::axes) has this form,
/// which takes about twice the time for matrices. `beta = 0` is the paper's method, which adds up squares.
///
/// In `f32` the square of a gradient above 1.8e19 is infinite: the element then never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = SM3::new().lr(0.5).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <
        row: rows = 0.0 if param.ndim() >= 2,
        col: cols = 0.0 if param.ndim() >= 2,
        accumulator = 0.0 if param.ndim() < 2,
        momentum_buffer = 0.0 if self.momentum > 0.0,
    >,
)]
#[derive(Debug, Clone, PartialEq)]
pub struct SM3 {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-1, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.0, range = 0.0..1.0)]
    pub momentum: f64,
    /// Weight of the old numbers, from 0 to 1. With 0, squares are added up.
    #[hyper(default = 0.0, range = 0.0..=1.0)]
    pub beta: f64,
    /// Added to the second moment, at least 0.
    #[hyper(default = 1e-30, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl SM3 {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let old = if param.ndim() >= 2 { state.row.min(state.col) } else { state.accumulator };
        let kept = if self.beta > 0.0 { self.beta } else { 1.0 };
        let square = kept * old + (1.0 - self.beta) * grad.square();
        if param.ndim() >= 2 {
            let (row, col) = (square.row_amax(), square.col_amax());
            if self.beta > 0.0 {
                state.row = state.row.max(row);
                state.col = state.col.max(col);
            } else {
                state.row = row;
                state.col = col;
            }
        } else {
            state.accumulator = if self.beta > 0.0 { state.accumulator.max(square) } else { square };
        }
        let mut update = grad * (square + self.eps).rsqrt();
        if self.momentum > 0.0 {
            state.momentum_buffer = self.momentum * state.momentum_buffer + (1.0 - self.momentum) * update;
            update = state.momentum_buffer;
        }
        *param -= self.lr * update;
    }
}
