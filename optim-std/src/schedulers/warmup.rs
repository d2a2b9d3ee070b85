//! Warm-up and successions, for any schedule.

use optim_core::schedule::IntoSchedule;

use crate::prelude::*;

/// Short forms of [`SequentialLR`], as methods of every schedule.
///
/// `CosineDecayLR::new(0.1, 0.0, 80).warmup(20)`:
///
#[doc = include_str!("../../pictures/Compose.svg")]
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
    fn warmup(self, steps: u64) -> SequentialLR {
        self.warmup_from(0.0, steps)
    }

    /// This schedule after `steps` steps in a straight line from `initial` to its first value.
    fn warmup_from(self, initial: f64, steps: u64) -> SequentialLR {
        // No step of warm-up is none: the line is there, and over before it starts.
        LinearLR::new(initial, self.at(0), steps.max(1)).then(steps, self)
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
}

impl<S: Schedule> Compose for S {}
