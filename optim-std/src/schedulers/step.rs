use crate::author::*;

/// Multiplies by a factor at regular intervals.
///
/// ```text
/// value(t) = initial * gamma^floor(t / step_size)
/// ```
///
/// `StepLR::new(0.1, 25, 0.5)`:
///
#[doc = include_str!("../../pictures/StepLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = StepLR::new(0.8, 10, 0.5);
/// assert_eq!((schedule.at(9), schedule.at(10), schedule.at(20)), (0.8, 0.4, 0.2));
/// ```
///
/// As in `torch.optim`.
#[scheduler(names(StepWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct StepLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Steps between two factors.
    #[hyper(range = 1..)]
    pub step_size: u64,
    /// The factor.
    pub gamma: f64,
}

#[scheduler]
impl StepLR {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial * self.gamma.powf((t / self.step_size as f64).floor())
    }
}
