use crate::author::*;

/// A schedule that counts epochs: its value changes once per epoch.
///
/// ```text
/// value(t) = scheduler(floor(t / steps_per_epoch))
/// ```
///
/// `CosineDecayLR::new(0.1, 0.0, 8).per_epoch(10)`, short for `EpochLR::new(CosineDecayLR::new(0.1, 0.0, 8), 10)`:
///
#[doc = include_str!("../../pictures/EpochLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = EpochLR::new(StepLR::new(0.1, 30, 0.1), 391); // every 30 epochs of 391 steps
/// assert_eq!((schedule.at(30 * 391 - 1), schedule.at(30 * 391)), (0.1, 0.1 * 0.1));
/// ```
///
/// In `torch.optim`: a scheduler whose `step` is called once per epoch.
#[scheduler(names(EpochWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct EpochLR {
    /// The schedule, as a function of the epoch.
    pub scheduler: ScheduleRef,
    /// Steps per epoch.
    #[hyper(range = 1..)]
    pub steps_per_epoch: u64,
}

#[scheduler]
impl EpochLR {
    fn value(&self, t: Scalar) -> Scalar {
        self.scheduler.value((t / self.steps_per_epoch as f64).floor())
    }
}
