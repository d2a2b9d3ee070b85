use crate::author::*;

/// One schedule after the other.
///
/// ```text
/// value(t) = schedulers[0](t)                 before milestones[0]
///          = schedulers[i](t - milestones[i-1])  from milestones[i-1] on
/// ```
///
/// `SequentialLR::new((LinearLR::new(0.0, 0.1, 15), ConstantLR::new(0.1), CosineDecayLR::new(0.1, 0.0, 40)), [15, 50])`:
///
#[doc = include_str!("../../pictures/SequentialLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let warmup = LinearLR::new(0.0, 0.1, 5);
/// let schedule = SequentialLR::new((warmup, CosineDecayLR::new(0.1, 0.0, 100)), [5]);
/// assert_eq!((schedule.at(0), schedule.at(5), schedule.at(105)), (0.0, 0.1, 0.0));
/// ```
///
/// As in `torch.optim`, with schedules that start from their own values. Nested schedules continue at any depth.
#[scheduler(
    names(SequentialWD),
    requires(!self.schedulers.is_empty(), "`schedulers` must not be empty"),
    requires(self.milestones.len() + 1 == self.schedulers.len(), "`milestones` must be one fewer than `schedulers`"),
    requires(self.milestones.is_sorted(), "`milestones` must be in order")
)]
#[derive(Debug, Clone, PartialEq)]
pub struct SequentialLR {
    /// The schedules, or numbers.
    pub schedulers: Vec<ScheduleRef>,
    /// The steps at which the next schedule starts, one fewer than there are schedules.
    pub milestones: Vec<u64>,
}

#[scheduler]
impl SequentialLR {
    fn value(&self, t: Scalar) -> Scalar {
        let mut value = self.schedulers[0].value(t);
        for (i, &milestone) in self.milestones.iter().enumerate() {
            let own = t - milestone as f64;
            value = select(own >= 0.0, self.schedulers[i + 1].value(own.max(0.0)), value);
        }
        value
    }
}
