//! How much must agree when a checkpoint is loaded.

use crate::registry::Registry;

/// What a load may accept. The default is everything or nothing: the same optimizer, groups, parameters, shapes, states
/// and element types.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    pub(crate) matching: bool,
    pub(crate) cast: bool,
    pub(crate) keep_hyperparameters: bool,
    pub(crate) registry: Option<Registry>,
}

impl LoadOptions {
    /// Everything must agree.
    pub fn strict() -> Self {
        Self::default()
    }

    /// Loads the parameters that agree in name, shape and states, the hyperparameters that both have in groups of the
    /// same name, and the step count; leaves the rest as it is and reports it. Another optimizer, and hyperparameters
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

    /// Makes the schedules that a file names by their names in this registry, in place of [`Registry::global`].
    #[must_use]
    pub fn registry(mut self, registry: &Registry) -> Self {
        self.registry = Some(registry.clone());
        self
    }
}
