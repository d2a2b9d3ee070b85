//! Options of a load.

use crate::hyper::schedule::ScheduleList;

/// Options of a load: the differences that it accepts. The default accepts none: the same optimizer, groups, parameters, shapes, states
/// and element types.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    pub(crate) matching: bool,
    pub(crate) cast: bool,
    pub(crate) keep_hyperparameters: bool,
    /// The schedules that can be restored, in place of those that registered themselves.
    pub(crate) schedules: Option<ScheduleList>,
}

impl LoadOptions {
    /// Everything must agree.
    pub fn strict() -> Self {
        Self::default()
    }

    /// Loads the parameters that agree in name, shape and states, the hyperparameters that both have in groups of the
    /// same name, and the step count; leaves the rest unchanged and reports it. Another optimizer, and hyperparameters
    /// that this one cannot have, are still errors.
    pub fn matching() -> Self {
        Self { matching: true, ..Self::default() }
    }

    /// Converts numbers of another element type, rounding them where theirs is wider.
    #[must_use]
    pub fn cast(mut self) -> Self {
        self.cast = true;
        self
    }

    /// Keeps the hyperparameters, schedules and tags that the optimizer has. The checkpoint's are not looked at, nor
    /// are its groups.
    #[must_use]
    pub fn keep_hyperparameters(mut self) -> Self {
        self.keep_hyperparameters = true;
        self
    }
}
