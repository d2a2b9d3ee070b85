//! A schedule as data, and its position.

use std::sync::Arc;

use super::{Schedule, ScheduleEntry, find};
use crate::hyper::{HyperError, Setting};

/// The state dict of a schedule: its name, its arguments, and the number of finished steps.
///
/// A schedule is a pure function of the step, so this is enough to resume.
///
/// ```
/// # use optim_core::schedule::{ScheduleState, from_fn};
/// let state = ScheduleState::of(&from_fn(|step| step as f64), 3);
/// assert!(state.is_none()); // only code: nothing to write down
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleState {
    /// The schedule's name.
    pub name: String,
    /// Its arguments by name; schedules among them are [`Setting::Scheduled`].
    pub arguments: Vec<(String, Setting)>,
    /// Number of finished steps: the next value is the one at this step.
    pub position: u64,
}

impl ScheduleState {
    /// The state of a schedule after `position` finished steps; `None` for one that is only code, such as a closure.
    pub fn of(schedule: &dyn Schedule, position: u64) -> Option<Self> {
        let name = schedule.name()?.to_owned();
        let arguments = schedule.arguments().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Some(Self { name, arguments, position })
    }

    /// Creates the schedule again. Its next value is the value at [`position`](Self::position).
    ///
    /// # Errors
    ///
    /// Returns an error if no entry has this name, or the arguments don't fit.
    pub fn schedule(&self, entries: &[ScheduleEntry]) -> Result<Arc<dyn Schedule>, HyperError> {
        let arguments: Vec<(&str, Setting)> =
            self.arguments.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        find(entries, &self.name)?.make(&self.name, &arguments)
    }
}
