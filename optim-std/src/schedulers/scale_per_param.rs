use crate::author::*;

/// A schedule with a factor per parameter group.
///
/// ```text
/// value(t) = adjust_learning_rate * scheduler(t)
/// ```
///
/// `ScalePerParamLR::new(LinearLR::new(0.2, 0.0, 100)).adjust_learning_rate(0.5)`:
///
#[doc = include_str!("../../pictures/ScalePerParamLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = ScalePerParamLR::new(LinearLR::new(0.1, 0.0, 10));
/// assert_eq!(schedule.at(0), 0.1);
/// let group = schedule.for_group(0.5).unwrap(); // what a group with `adjust_learning_rate = 0.5` gets
/// assert_eq!(group.at(0), 0.05);
/// ```
///
/// `torch.optim` does not have it.
#[scheduler(names(ScalePerParamWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct ScalePerParamLR {
    /// The schedule.
    pub scheduler: ScheduleRef,
    /// The factor, which a group sets.
    #[hyper(default = 1.0)]
    pub adjust_learning_rate: f64,
}

#[scheduler]
impl ScalePerParamLR {
    fn value(&self, t: Scalar) -> Scalar {
        self.adjust_learning_rate * self.scheduler.value(t)
    }
}
