use crate::author::*;

/// Keeps `f32` master weights for parameters of fewer bits (Micikevicius et al. 2018,
/// [Mixed precision training](https://arxiv.org/abs/1710.03740)).
///
/// ```text
/// master ← step of the optimizer inside, with the gradient of p
/// p ← master, rounded to the elements of p
/// ```
///
/// A model of `half::bf16` or `half::f16` arrays (feature `half`) loses steps that are smaller than half of what is between two of its numbers. The
/// optimizer inside works on the weights of the state `master`, which lose none, and the parameters are those, rounded after each step. The state
/// begins as the parameters at `build`, is in checkpoints, and is what goes on: a parameter that something else writes between two
/// steps is overwritten, unless `master` is set as well. It takes 4 bytes per element. For a model of `f32` nothing changes but that.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f32, -2.0];
/// let mut opt = MasterWeights::new(AdamW::new().lr(0.1)).build(&x)?;
/// let grad = 2.0 * &x;
/// opt.step(&mut x, &grad)?;
/// assert_eq!(opt.state("param", "master")?, x.clone().into_dyn());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <master = param>)]
#[derive(Debug, Clone, PartialEq)]
pub struct MasterWeights<O: Definition> {
    /// The optimizer of the weights in `f32`.
    pub inner: O,
}

#[optimizer]
impl<O: Definition> MasterWeights<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(&mut state.master, grad);
        *param = state.master;
    }
}
