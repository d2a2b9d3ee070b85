use crate::author::*;

/// Rprop: each element has its own step length, which grows while the gradient keeps its sign and shrinks when the sign
/// changes (Riedmiller & Braun 1993, "A direct adaptive method for faster backpropagation learning",
/// [doi:10.1109/ICNN.1993.298623](https://doi.org/10.1109/ICNN.1993.298623)).
///
/// ```text
/// f = η₊ if g·g' > 0, η₋ if g·g' < 0, else 1
/// s ← min(max(s·f, least), most),   (least, most) = step_sizes
/// g ← 0 where f = η₋
/// p ← p − s·sign(g)
/// g' ← g
/// ```
///
/// Use it with gradients of the whole data set. In batches, noise often changes the signs. Only signs count, so the
/// scale of gradients does not matter.
///
/// `lr` is only the first step length, so it takes no schedule. Same as `torch.optim.Rprop` except for the default of
/// `lr`, 1e-3 instead of 1e-2, and for `etas`, which torch requires to be below and above 1. The product `g·g'` may
/// underflow: in `f32`, two gradients of 1e-23 count neither as a change of sign nor as the same sign. With `η₋ = 1`
/// every element stops.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Rprop::new().lr(0.01).build(&x)?;
/// for _ in 0..100 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <prev = 0.0, step_size = { self.lr }>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Rprop {
    /// Length of the first step, at least 0.
    #[hyper(default = 1e-3, range = 0.0..)]
    pub lr: f64,
    /// Factors of the step length if the sign changes and if it stays, `(η₋, η₊)`.
    #[hyper(default = (0.5, 1.2), scheduled)]
    pub etas: (f64, f64),
    /// The smallest and the largest step length.
    #[hyper(default = (1e-6, 50.0), scheduled)]
    pub step_sizes: (f64, f64),
}

#[optimizer]
impl Rprop {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let ((shorter, longer), (least, most)) = (self.etas, self.step_sizes);
        let product = grad * state.prev;
        let factor = select(product > 0.0, longer, select(product < 0.0, shorter, 1.0));
        state.step_size = (state.step_size * factor).clamp(least, most);
        state.prev = select(factor == shorter, 0.0, grad);
        *param -= state.step_size * state.prev.sign();
    }
}
