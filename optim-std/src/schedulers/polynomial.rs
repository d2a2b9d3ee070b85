use crate::author::*;

/// From one value to another along a power of the remaining time.
///
/// ```text
/// value(t) = (initial - end) * (1 - t/N)^power + end,  N = total_iters,  t < N
///          = end                                       from there on
/// with cycle, N grows to the next multiple of total_iters that is not below t
/// ```
///
/// `PolynomialLR::new(0.1, 0.0, 100).power(2.0)`:
///
#[doc = include_str!("../../pictures/PolynomialLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = PolynomialLR::new(0.1, 0.0, 100).power(2.0);
/// assert_eq!((schedule.at(0), schedule.at(50), schedule.at(100)), (0.1, 0.025, 0.0));
/// ```
///
/// `torch.optim` has `end = 0` and no `cycle`.
#[scheduler(names(PolynomialWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct PolynomialLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Value after `total_iters` steps.
    #[hyper(names("end_learning_rate", "end_val"))]
    pub end: f64,
    /// Steps from `initial` to `end`.
    #[hyper(range = 1..)]
    pub total_iters: u64,
    /// Exponent of the remaining fraction of the time. 1 is a straight line.
    #[hyper(default = 1.0, range = 0.0..)]
    pub power: f64,
    /// If true, the value rises again after the end and falls once more, more slowly each time.
    #[hyper(default = false)]
    pub cycle: bool,
}

#[scheduler]
impl PolynomialLR {
    fn value(&self, t: Scalar) -> Scalar {
        let steps = self.total_iters as f64;
        let end = if self.cycle { steps * (t / steps).ceil().max(1.0) } else { steps };
        // It rounds once less than `1 - t / end`.
        let left = ((end - t) / end).max(0.0);
        select(left > 0.0, (self.initial - self.end) * left.powf(self.power) + self.end, self.end)
    }
}
