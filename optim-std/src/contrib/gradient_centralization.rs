use crate::author::*;

/// Gradient centralization: subtracts the mean from the gradient of each output neuron, around any optimizer (Yong et
/// al. 2020, [Gradient Centralization: A New Optimization Technique for Deep Neural
/// Networks](https://arxiv.org/abs/2004.01461)).
///
/// ```text
/// g ← g − mean of g over each row
/// p ← step of the optimizer inside by g
/// ```
///
/// A row is the part of a gradient at one index of the first axis. Gradients of vectors do not change. With
/// `gc_conv_only`, gradients with fewer than four axes do not change either.
///
/// The same as `centralize_gradient` of the Python package `pytorch_optimizer` 4.1.0, except for parameters with more than two axes. A wrapper sees
/// them as its inner optimizer does, and centres them only if the inner optimizer flattens them to one matrix, as Muon does. Around other optimizers,
/// pass convolution kernels as matrices.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![[1.0_f64, 3.0]];
/// let mut opt = GradientCentralization::new(SGD::new(0.5)).build(&x)?;
/// opt.step(&mut x, &optim_std::ndarray::array![[1.0, 3.0]])?;
/// assert_eq!(x, optim_std::ndarray::array![[1.5, 2.5]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub struct GradientCentralization<O: Definition> {
    /// The inner optimizer, which steps with the centred gradient.
    pub inner: O,
    /// If true, only gradients of more than three axes (convolutions) are centred.
    #[hyper(default = false)]
    pub gc_conv_only: bool,
}

#[optimizer]
impl<O: Definition> GradientCentralization<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let is_matrix = param.len() == param.rows() * param.cols();
        let centred = is_matrix && (param.ndim() > 3 || (param.ndim() > 1 && !self.gc_conv_only));
        let grad = if centred { grad - grad.row_mean() } else { grad };
        self.inner.step(param, grad);
    }
}
