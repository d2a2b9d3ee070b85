use crate::author::*;

/// Adam-mini: Adam with one second moment per block of the Hessian, half of Adam's state (Zhang et al. 2024,
/// [Adam-mini: Use Fewer Learning Rates To Gain More](https://arxiv.org/abs/2406.16793)).
///
/// ```text
/// p ← p − lr·weight_decay·p
/// m ← β₁·m + (1 − β₁)·g
/// v ← β₂·v + (1 − β₂)·mean of g² over each block
/// p ← p − lr / (1 − β₁ᵗ)·m / (√(v / (1 − β₂ᵗ)) + eps)
/// ```
///
/// In the paper, blocks depend on the layer. Here, the setting `block` of a group decides:
///
/// | layer | `block` |
/// |---|---|
/// | embeddings and the output layer, a block for each token; values, projections of attention, MLPs, one for each output neuron | `Rows`, the default |
/// | queries and keys, one for each head, as arrays of three axes, `(heads, size of a head, inputs)` | `Matrices` |
/// | biases, factors of normalisations; anything else | `Whole` |
///
/// A parameter of less than two axes is one block. A row is one pass along the last axis. Use a
/// [view](crate::Builder::view) to treat the kernels of convolutions as matrices: `[p.dim(0), p.len() / p.dim(0)]`.
///
/// After algorithms 1 to 3 of the paper, with AdamW's settings. The authors' program uses parameter names to find the layer.
///
/// With `eps = 0` a block whose gradients have all been zero becomes NaN. In `f32` the square of a gradient above 1.8e19 is infinite: the block then
/// never moves again.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, -2.0], [0.5, 3.0]];
/// let mut opt = AdamMini::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    exp_avg = 0.0,
    row: rows = 0.0 if param.ndim() >= 2 && self.block == AdamMiniBlock::Rows,
    matrix: matrices = 0.0 if param.ndim() >= 2 && self.block == AdamMiniBlock::Matrices,
    whole: scalar = 0.0 if param.ndim() < 2 || self.block == AdamMiniBlock::Whole,
>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AdamMini {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Decoupled weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// The blocks that share one second moment.
    #[hyper(default = AdamMiniBlock::Rows)]
    pub block: AdamMiniBlock,
}

/// The blocks of [`AdamMini`] that share one second moment.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdamMiniBlock {
    /// Each row.
    Rows,
    /// Each matrix of the last two axes.
    Matrices,
    /// The parameter.
    Whole,
}

#[optimizer]
impl AdamMini {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        *param *= 1.0 - self.lr * self.weight_decay;
        state.exp_avg = beta1 * state.exp_avg + (1.0 - beta1) * grad;
        let correction = (1.0 - beta2.powf(t)).sqrt();
        let step_size = self.lr / (1.0 - beta1.powf(t));
        if param.ndim() >= 2 && self.block == AdamMiniBlock::Rows {
            state.row = beta2 * state.row + (1.0 - beta2) * grad.square().row_mean();
            *param -= step_size / (state.row.sqrt() / correction + self.eps) * state.exp_avg;
        }
        if param.ndim() >= 2 && self.block == AdamMiniBlock::Matrices {
            state.matrix = beta2 * state.matrix + (1.0 - beta2) * grad.square().matrix_mean();
            *param -= step_size / (state.matrix.sqrt() / correction + self.eps) * state.exp_avg;
        }
        if param.ndim() < 2 || self.block == AdamMiniBlock::Whole {
            state.whole = beta2 * state.whole + (1.0 - beta2) * grad.square().mean();
            *param -= step_size / (state.whole.sqrt() / correction + self.eps) * state.exp_avg;
        }
    }
}
