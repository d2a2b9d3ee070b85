use crate::author::*;
use crate::shelf::orthogonalized;

/// NorMuon: Muon whose orthogonal update is divided by the second moment of each row, which belongs to a neuron (Li et
/// al. 2025, [NorMuon: Making Muon more efficient and scalable](https://arxiv.org/abs/2510.05491)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// b ← momentum·b + (1 − momentum)·g
/// o ← Newton–Schulz of (1 − momentum)·g + momentum·b (nesterov) or b
/// v ← beta2·v + (1 − beta2)·mean of o² over each row
/// u ← o / (√v + eps)
/// p ← p − lr·√max(1, rows/cols)·‖o‖ / (‖u‖ + eps)·u
/// ```
///
/// The rows of Muon's updates differ in length; here all neurons learn at the same speed. With `use_adjusted_lr` the factor is
/// `0.2·√max(rows, cols)`. With the `update_scale` `MatchRms` the update has a root mean square of 0.2, like an update of AdamW, so use a learning
/// rate for AdamW.
///
/// Use it for the matrices of hidden layers. A parameter of more than two axes is one matrix, and its first axis is the rows. `build` refuses
/// parameters of fewer axes. Use another optimizer for them, for embeddings and for the last layer.
///
/// Compared with `NorMuon` of the Python package `pytorch_optimizer` 4.1.0, with its defaults, but with its iterations in double precision instead of
/// `bfloat16`. Its AdamW for other parameters and `weight_decouple = false` are left out.
///
/// One NaN in a gradient makes the whole matrix NaN.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = NorMuon::new().lr(LinearLR::new(0.05, 0.0, 400)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix,
    state <momentum_buffer = 0.0, second_momentum_buffer: rows = 0.0>,
    requires(param.ndim() >= 2, "NorMuon orthogonalizes matrices: put parameters of fewer than 2 dimensions in another optimizer"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct NorMuon {
    /// Learning rate, at least 0.
    #[hyper(default = 0.02, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.95, scheduled, range = 0.0..1.0)]
    pub momentum: f64,
    /// Decay rate of the second moment, from 0 to less than 1.
    #[hyper(default = 0.95, scheduled, range = 0.0..1.0)]
    pub beta2: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Uses Nesterov momentum: the update is the gradient interpolated with the new momentum.
    #[hyper(default = true)]
    pub nesterov: bool,
    /// Number of Newton–Schulz iterations, at least 1.
    #[hyper(default = 5, range = 1..)]
    pub ns_steps: usize,
    /// The scale of an update.
    #[hyper(default = NorMuonScale::PreserveNorm)]
    pub update_scale: NorMuonScale,
    /// If true, the factor of `lr` is `0.2·√max(rows, cols)`.
    #[hyper(default = false)]
    pub use_adjusted_lr: bool,
    /// Added to roots and norms, at least 0.
    #[hyper(default = 1e-10, scheduled, range = 0.0..)]
    pub eps: f64,
}

/// The scale of an update of [`NorMuon`].
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum NorMuonScale {
    /// The update has the norm of the orthogonal one.
    PreserveNorm,
    /// Its root mean square is 0.2.
    MatchRms,
}

#[optimizer(uses(orthogonalized))]
impl NorMuon {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param *= 1.0 - self.lr * self.weight_decay;
        state.momentum_buffer = state.momentum_buffer.lerp(grad, 1.0 - self.momentum);
        let update =
            if self.nesterov { grad.lerp(state.momentum_buffer, self.momentum) } else { state.momentum_buffer };
        let x = orthogonalized(update, self.ns_steps);
        state.second_momentum_buffer =
            self.beta2 * state.second_momentum_buffer + (1.0 - self.beta2) * x.square().row_mean();
        let normed = x / (state.second_momentum_buffer.sqrt() + self.eps);
        let (rows, cols) = (param.rows() as f64, param.cols() as f64);
        let adjusted = 0.2 * rows.max(cols).sqrt();
        let factor = if self.use_adjusted_lr { adjusted } else { (rows / cols).max(1.0).sqrt() };
        let length = match self.update_scale {
            NorMuonScale::PreserveNorm => factor * x.matrix_norm(),
            NorMuonScale::MatchRms => 0.2 * (rows * cols).sqrt() + 0.0 * x.matrix_norm(),
        };
        *param -= self.lr * length / (normed.matrix_norm() + self.eps) * normed;
    }
}
