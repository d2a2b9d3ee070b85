use crate::author::*;
use crate::shelf::orthogonalized;

/// MuonClip: Muon, and then scales down query and key weights if attention logits are too large (Moonshot AI 2025,
/// [Kimi K2: Open Agentic Intelligence](https://arxiv.org/abs/2507.20534)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// b ← momentum·b + g
/// p ← p − lr·0.2·√max(rows, cols)·Newton–Schulz of b
/// s ← qk_clip_threshold / max(max_logits, qk_clip_threshold), of each row
/// p ← p·s^qk_clip_alpha (query), p·s^(1 − qk_clip_alpha) (key), p·s (query_rotary)
/// ```
///
/// `max_logits` is the [input](crate::guide::inputs) of parameters with a `qk_clip`. Each row belongs to a head. For each row, pass the largest logit
/// `max qᵀk / √d` of its head in the batch. Put query and key weights in separate groups. Parameters without a `qk_clip` need no input. For weights
/// with rotary position embeddings, use `QueryRotary` for the query, which takes the whole factor, and no `qk_clip` for the key, which all heads
/// share.
///
/// You can [watch](crate::Optimizer::watch) `qk_scale`, the smallest `s` of a clipped parameter. It is below 1 in steps in which a head has too large
/// logits.
///
/// Use it for the matrices of hidden layers. A parameter of more than two axes is one matrix, and its first axis is the rows. `build` refuses
/// parameters of fewer axes.
///
/// Compared with `MuonClip` of the Python package `pytorch_optimizer` 4.1.0, with its defaults, but with its iterations in double precision instead
/// of `bfloat16`. Its AdamW for other parameters is left out. The package has one logit per head. Here each row has one, so heads may differ in size.
///
/// One NaN in a gradient makes the whole matrix NaN.
///
/// ```
/// use optim_std::ndarray::array;
/// use optim_std::prelude::*;
///
/// let mut x = array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = MuonClip::new().lr(0.0).qk_clip(QkClip::Query).build(&x)?;
/// let inputs = Inputs::new().tensors("max_logits", array![50.0, 400.0]);      // the second head is too loud
/// opt.with_inputs(&inputs).step(&mut x, &array![[1.0, 1.0], [1.0, 1.0]])?;
/// assert_eq!(x, array![[1.0, -2.0], [0.25, 1.5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    matrix, state <momentum_buffer = 0.0>,
    input <max_logits: rows if self.qk_clip != QkClip::Off>, output <qk_scale: scalar if self.qk_clip != QkClip::Off>,
    requires(param.ndim() >= 2, "MuonClip orthogonalizes matrices: put parameters of fewer than 2 dimensions in another optimizer"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct MuonClip {
    /// Learning rate, at least 0.
    #[hyper(default = 0.02, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Momentum factor, from 0 to less than 1.
    #[hyper(default = 0.95, scheduled, range = 0.0..1.0)]
    pub momentum: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Largest allowed logit, at least 1e-30.
    #[hyper(default = 100.0, scheduled, range = 1e-30..)]
    pub qk_clip_threshold: f64,
    /// The query's share of the factor, from 0 to 1. The key takes the rest.
    #[hyper(default = 0.5, scheduled, range = 0.0..=1.0)]
    pub qk_clip_alpha: f64,
    /// Number of Newton–Schulz iterations, at least 1.
    #[hyper(default = 5, range = 1..)]
    pub ns_steps: usize,
    /// If true, the factor of `lr` is `0.2·√max(rows, cols)`, instead of `√max(1, rows/cols)`.
    #[hyper(default = true)]
    pub use_adjusted_lr: bool,
    /// The meaning of the parameter's rows, if they are to be clipped.
    #[hyper(default = QkClip::Off)]
    pub qk_clip: QkClip,
}

/// The meaning of a parameter's rows in [`MuonClip`].
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum QkClip {
    /// The rows are not clipped.
    Off,
    /// Queries.
    Query,
    /// Keys.
    Key,
    /// The parts of queries with rotary position embeddings.
    QueryRotary,
}

#[optimizer(uses(orthogonalized))]
impl MuonClip {
    fn step(
        &self,
        param: &mut Tensor,
        grad: Tensor,
        input: Input<Self>,
        state: &mut State<Self>,
        output: &mut Output<Self>,
    ) {
        *param *= 1.0 - self.lr * self.weight_decay;
        state.momentum_buffer = self.momentum * state.momentum_buffer + grad;
        let x = orthogonalized(state.momentum_buffer, self.ns_steps);
        let (rows, cols) = (param.rows() as f64, param.cols() as f64);
        let factor = if self.use_adjusted_lr { 0.2 * rows.max(cols).sqrt() } else { (rows / cols).max(1.0).sqrt() };
        *param -= self.lr * factor * x;
        if self.qk_clip != QkClip::Off {
            let scale = self.qk_clip_threshold / input.max_logits.max(self.qk_clip_threshold);
            output.qk_scale = scale.amin();
            match self.qk_clip {
                QkClip::Key => *param *= scale.powf(1.0 - self.qk_clip_alpha),
                QkClip::QueryRotary => *param *= scale,
                _ => *param *= scale.powf(self.qk_clip_alpha),
            }
        }
    }
}
