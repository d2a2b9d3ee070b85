use crate::author::*;

/// From one value to another in a straight line.
///
/// ```text
/// value(t) = initial + (end - initial) * t/N,  N = total_iters,  t < N
///          = end                              from there on
/// with cycle, N grows to the next multiple of total_iters that is not below t
/// ```
///
/// `LinearLR::new(0.1, 0.0, 80)`:
///
#[doc = include_str!("../../pictures/LinearLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = LinearLR::new(0.0, 1.0, 4);
/// assert_eq!((schedule.at(1), schedule.at(4), schedule.at(9)), (0.25, 1.0, 1.0));
/// ```
///
/// In `torch.optim`, both ends are factors of the optimizer's learning rate, and there is no `cycle`.
#[scheduler(names(LinearWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct LinearLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Value after `total_iters` steps.
    #[hyper(names("end_learning_rate", "end_val"))]
    pub end: f64,
    /// Steps from `initial` to `end`.
    #[hyper(range = 1..)]
    pub total_iters: u64,
    /// If true, the value returns after the end and repeats its course, more slowly each time.
    #[hyper(default = false)]
    pub cycle: bool,
}

#[scheduler]
impl LinearLR {
    fn value(&self, t: Scalar) -> Scalar {
        let steps = self.total_iters as f64;
        let end = if self.cycle { steps * (t / steps).ceil().max(1.0) } else { steps };
        // It rounds once less than `1 - t / end`, and has the same bits as the linear schedule of Hugging Face.
        let left = ((end - t) / end).max(0.0);
        (self.initial - self.end) * left + self.end
    }
}
