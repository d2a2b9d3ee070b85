use crate::author::*;

/// The product of several schedules: the values of the first one, multiplied by the relative changes of the others.
///
/// ```text
/// value(t) = schedulers[0](t) * product over k > 0 of (schedulers[k](t) / schedulers[k].initial)
/// ```
///
/// `ChainedScheduler::new((LinearLR::new(0.1, 0.05, 100), StepLR::new(1.0, 30, 0.6)))`:
///
#[doc = include_str!("../../pictures/ChainedScheduler.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let halves = StepLR::new(1.0, 10, 0.5);
/// let schedule = ChainedScheduler::new((LinearLR::new(0.1, 0.2, 10), halves));
/// assert_eq!((schedule.at(0), schedule.at(10)), (0.1, 0.1));
/// ```
///
/// As in `torch.optim`, with schedules that start from their own values. If a schedule has no argument `initial`, its
/// values are divided by its value at 0.
#[scheduler(
    names(ChainedLR, ChainedWD),
    requires(!self.schedulers.is_empty(), "`schedulers` must not be empty"),
    requires(
        self.schedulers.iter().skip(1).all(|schedule| schedule.initial_value() != 0.0),
        "only the first of `schedulers` may start at 0: the others are divided by their initial value"
    )
)]
#[derive(Debug, Clone, PartialEq)]
pub struct ChainedScheduler {
    /// The schedules.
    pub schedulers: Vec<ScheduleRef>,
}

#[scheduler]
impl ChainedScheduler {
    fn value(&self, t: Scalar) -> Scalar {
        let mut value = self.schedulers[0].value(t);
        for schedule in self.schedulers.iter().skip(1) {
            value *= schedule.value(t) / schedule.initial_value();
        }
        value
    }
}
