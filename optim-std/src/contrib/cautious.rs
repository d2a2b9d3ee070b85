use crate::author::*;

/// Cautious updates: an element does not move if the optimizer would move it against its gradient (Liang et al. 2024,
/// [Cautious Optimizers: Improving Training with One Line of Code](https://arxiv.org/abs/2411.16085)).
///
/// ```text
/// u = step of the optimizer inside
/// a = 1 where u moves against the loss (u·g > 0), else 0
/// p ← p − u·a / max(mean of a, eps)
/// ```
///
/// The rest of the step is scaled up, so that the sum of its absolute values stays about the same. Around AdamW it is
/// C-AdamW, around Lion it is C-Lion, and around Muon it is C-Muon.
///
/// The inner optimizer's weight decay is part of its step, so the mask applies to it, too. The authors' C-AdamW applies
/// it separately. To do the same, set `weight_decay` here to the fraction that a step removes: the learning rate times
/// the decay. A step needs a scratch buffer for the old parameter.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Cautious::new(AdamW::new().lr(0.05)).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// assert_eq!(opt.name(), "Cautious<AdamW>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub struct Cautious<O: Definition> {
    /// The inner optimizer, whose steps are masked.
    pub inner: O,
    /// Lower bound of the fraction of moving elements, more than 0. This fraction scales the step.
    #[hyper(default = 1e-3, scheduled, range = 1e-30..)]
    pub eps: f64,
    /// Fraction of the parameter that a step removes, from 0 to 1.
    #[hyper(default = 0.0, scheduled, range = 0.0..=1.0)]
    pub weight_decay: f64,
}

#[optimizer]
impl<O: Definition> Cautious<O> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let old = *param;
        self.inner.step(param, grad);
        let update = old - *param;
        // Compares signs, because the product of small numbers may be 0.
        let agrees = select(update.sign() * grad.sign() > 0.0, 1.0, 0.0);
        *param = (1.0 - self.weight_decay) * old - agrees / agrees.mean().max(self.eps) * update;
    }
}
