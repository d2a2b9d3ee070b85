use crate::author::*;

/// Keeps `f32` master weights for parameters of fewer bits (Micikevicius et al. 2018,
/// [Mixed precision training](https://arxiv.org/abs/1710.03740)).
///
/// ```text
/// master ← step of the optimizer inside, with the gradient of p
/// p ← master, rounded to the elements of p
/// ```
///
/// Arrays of `half::bf16` or `half::f16` (feature `half`) lose steps that are smaller than half the distance between two of their numbers. Here the
/// inner optimizer updates the state `master`, which loses no steps, and each step rounds `master` to the parameters. `master` starts with the
/// parameters at `build`, and checkpoints save it. If you write a parameter between two steps, the next step overwrites it, unless you also set
/// `master`. The state takes 4 bytes per element. For a model of `f32` it has no other effect.
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
    /// The inner optimizer, which trains the weights in `f32`.
    pub inner: O,
}

#[optimizer]
impl<O: Definition> MasterWeights<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        self.inner.step(&mut state.master, grad);
        *param = state.master;
    }
}
