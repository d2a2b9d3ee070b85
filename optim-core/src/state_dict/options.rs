//! Options for loading.

use crate::hyper::schedule::ScheduleList;

/// Options for loading: the differences that are allowed. The default allows none: optimizer, groups, parameters, shapes, states and
/// element types must be the same.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    pub(crate) matching: bool,
    pub(crate) cast: bool,
    pub(crate) keep_hyperparameters: bool,
    /// The schedules that can be restored, in place of those that registered themselves.
    pub(crate) schedules: Option<ScheduleList>,
}

impl LoadOptions {
    /// Everything must match.
    pub fn strict() -> Self {
        Self::default()
    }

    /// Loads the parameters with matching names, shapes and states, the hyperparameters that both have in groups of the
    /// same name, and the step count. Leaves everything else unchanged and reports it. Another optimizer, and
    /// hyperparameters that are not allowed, are still errors.
    pub fn matching() -> Self {
        Self { matching: true, ..Self::default() }
    }

    /// Converts numbers of another element type, and rounds them if that type is wider.
    #[must_use]
    pub fn cast(mut self) -> Self {
        self.cast = true;
        self
    }

    /// Keeps the hyperparameters, schedules and tags of the optimizer. Ignores the checkpoint's hyperparameters and
    /// groups.
    #[must_use]
    pub fn keep_hyperparameters(mut self) -> Self {
        self.keep_hyperparameters = true;
        self
    }
}
