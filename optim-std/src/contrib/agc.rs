use crate::author::*;

/// AGC, adaptive gradient clipping: limits the gradient norm of each output neuron to a fraction of the norm of its weights, around any optimizer
/// (Brock et al. 2021, [High-Performance Large-Scale Image Recognition Without Normalization](https://arxiv.org/abs/2102.06171)).
///
/// ```text
/// most ← clip_val·max(‖p‖, eps) of each row
/// g ← g·most / max(‖g‖, 1e-6) where ‖g‖ > most
/// p ← step of the optimizer inside by g
/// ```
///
/// A row is the part of a parameter at one index of the first axis; a vector is one row. With AGC, NFNets train without batch normalisation. The
/// paper does not clip the last layer: put it in a group with a `clip_val` of 1e30.
///
/// The same as `agc` of the Python package `pytorch_optimizer` 4.1.0, with its `agc_clip_val` and `agc_eps`, except for parameters with more than two
/// axes. A wrapper sees them as its inner optimizer does. If the inner optimizer flattens them to one matrix, as Muon does, AGC clips each row.
/// Otherwise AGC clips them as a whole: pass convolution kernels as matrices.
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
    /// The inner optimizer, which steps with the clipped gradient.
    pub inner: O,
    /// Largest ratio of the gradient norm to the weight norm, at least 0.
    #[hyper(default = 1e-2, scheduled, range = 0.0..)]
    pub clip_val: f64,
    /// Lower bound of the weight norm, at least 0.
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
