use crate::author::*;

/// From one value to another along half a cosine (Loshchilov and Hutter 2017, arXiv:1608.03983).
///
/// ```text
/// value(t) = (initial - end) * (1 + cos(pi * min(t, N) / N)) / 2 + end,  N = total_iters
/// ```
///
/// `CosineDecayLR::new(0.1, 0.01, 80)`:
///
#[doc = include_str!("../../pictures/CosineDecayLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = CosineDecayLR::new(1e-3, 1e-5, 10_000);
/// assert_eq!((schedule.at(0), schedule.at(10_000), schedule.at(20_000)), (1e-3, 1e-5, 1e-5));
/// ```
///
/// Up to the end, as `CosineAnnealingLR` of `torch.optim`. Constant after that.
#[scheduler(names(CosineDecayWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct CosineDecayLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Value after `total_iters` steps.
    #[hyper(names("end_learning_rate", "end_val"))]
    pub end: f64,
    /// Steps from `initial` to `end`.
    #[hyper(range = 1..)]
    pub total_iters: u64,
}

#[scheduler]
impl CosineDecayLR {
    fn value(&self, t: Scalar) -> Scalar {
        let share = (t / self.total_iters as f64).min(1.0);
        (self.initial - self.end) * 0.5 * (1.0 + (std::f64::consts::PI * share).cos()) + self.end
    }
}
