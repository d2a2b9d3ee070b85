use optim_core::schedule::IntoSchedule;

use super::{EpochLR, SequentialLR};
use crate::author::*;

/// A schedule after a straight line up to its first value.
///
/// ```text
/// value(t) = initial + (scheduler(0) - initial) * t/N,  N = warmup_steps,  t < N
///          = scheduler(t - N)                           from there on
/// ```
///
/// `CosineDecayLR::new(0.1, 0.0, 80).warmup(20)`, short for `WarmupLR::new(CosineDecayLR::new(0.1, 0.0, 80), 20)`:
///
#[doc = include_str!("../../pictures/WarmupLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = WarmupLR::new(CosineDecayLR::new(0.1, 0.0, 1000), 100).initial(0.02);
/// assert_eq!((schedule.at(0), schedule.at(50), schedule.at(100)), (0.02, 0.06, 0.1));
/// assert_eq!(schedule.at(1100), 0.0);
/// ```
///
/// `torch.optim` does not have it. There, use a `LinearLR` in a `SequentialLR`.
#[scheduler(names(WarmupWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct WarmupLR {
    /// The schedule, or a number.
    pub scheduler: ScheduleRef,
    /// Steps of the warm-up; 0 for none.
    pub warmup_steps: u64,
    /// Value at the first step.
    #[hyper(default = 0.0, names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
}

#[scheduler]
impl WarmupLR {
    fn value(&self, t: Scalar) -> Scalar {
        let steps = self.warmup_steps as f64;
        // During the warm-up, the schedule keeps its first value.
        let value = self.scheduler.value((t - steps).max(0.0));
        let line = self.initial + (value - self.initial) * (t / steps);
        select(t < steps, line, value)
    }
}

/// Methods that combine schedules: a warm-up before a schedule, another schedule after it, and epochs instead of steps.
pub trait Compose: Schedule + Sized {
    /// This schedule after `steps` steps in a straight line from 0 to its first value.
    ///
    /// ```
    /// use optim_std::prelude::*;
    ///
    /// let schedule = CosineDecayLR::new(0.1, 0.0, 1000).warmup(100);
    /// assert_eq!((schedule.at(0), schedule.at(50), schedule.at(100)), (0.0, 0.05, 0.1));
    /// assert_eq!(schedule.at(1100), 0.0);
    /// ```
    fn warmup(self, steps: u64) -> WarmupLR {
        WarmupLR::new(self, steps)
    }

    /// This schedule after `steps` steps in a straight line from `initial` to its first value.
    fn warmup_from(self, initial: f64, steps: u64) -> WarmupLR {
        WarmupLR::new(self, steps).initial(initial)
    }

    /// This schedule for `steps` steps, then another one, or a number.
    ///
    /// ```
    /// use optim_std::prelude::*;
    ///
    /// let schedule = ConstantLR::new(0.1).then(100, LinearLR::new(0.1, 0.0, 50)).then(150, 0.0);
    /// assert_eq!((schedule.at(99), schedule.at(125), schedule.at(150)), (0.1, 0.05, 0.0));
    /// ```
    fn then<Kind>(self, steps: u64, next: impl IntoSchedule<Kind>) -> SequentialLR {
        SequentialLR::new((self, next.into_schedule()), [steps])
    }

    /// This schedule, counted in epochs of `steps` steps.
    ///
    /// ```
    /// use optim_std::prelude::*;
    ///
    /// let schedule = StepLR::new(0.8, 2, 0.5).per_epoch(100);
    /// assert_eq!((schedule.at(199), schedule.at(200)), (0.8, 0.4));
    /// ```
    fn per_epoch(self, steps: u64) -> EpochLR {
        EpochLR::new(self, steps)
    }
}

impl<S: Schedule> Compose for S {}
