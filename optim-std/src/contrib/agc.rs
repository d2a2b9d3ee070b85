use crate::author::*;

/// AGC, adaptive gradient clipping: the gradient of each output neuron is at most so long as a share of its weights, for any optimizer (Brock et al. 2021,
/// [High-Performance Large-Scale Image Recognition Without Normalization](https://arxiv.org/abs/2102.06171)).
///
/// ```text
/// most ← clip_val·max(‖p‖, eps) of each row
/// g ← g·most / max(‖g‖, 1e-6) where ‖g‖ > most
/// p ← step of the optimizer inside by g
/// ```
///
/// A row is all that belongs to one index of the first axis; a vector is one row. With it NFNets train without batch normalisation. The paper leaves the last layer alone:
/// give it a `clip_val` of 1e30 in a group.
///
/// As `agc` of the Python package `pytorch_optimizer` 4.1.0 does, whose `agc_clip_val` and `agc_eps` are these, but for parameters of more than two axes: a wrapper sees them as the optimizer inside
/// does, and where that takes them as one matrix, its first axis by all others, as Muon does, they have rows. Otherwise they are clipped as a whole: give the kernels of convolutions as
/// matrices.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[3.0_f64, 4.0]];
/// let mut opt = AGC::new(SGD::new(1.0)).clip_val(0.1).build(&x)?;
/// opt.step(&mut x, &optim_std::ndarray::array![[30.0, 40.0]])?;       // 50 long, and 0.5 are allowed
/// assert!((x[[0, 0]] - 2.7).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub struct AGC<O: Definition> {
    /// The optimizer that steps by the clipped gradient.
    pub inner: O,
    /// Largest ratio of the norm of a gradient to the norm of its weights, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub clip_val: f64,
    /// Least norm of weights that counts, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl<O: Definition> AGC<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let factor = if param.len() == param.rows() * param.cols() || param.ndim() < 2 {
            let most = param.row_norm().max(self.eps) * self.clip_val;
            let norm = grad.row_norm().max(1e-6);
            full(1.0) * select(norm > most, most / norm, 1.0)
        } else {
            let most = param.norm().max(self.eps) * self.clip_val;
            let norm = grad.norm().max(1e-6);
            full(select(norm > most, most / norm, 1.0))
        };
        self.inner.step(param, grad * factor);
    }
}
