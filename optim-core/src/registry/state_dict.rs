//! The schedules that a checkpoint may make: those of a registry.

use super::Registry;
#[cfg(feature = "checkpoint")]
use crate::checkpoint::CheckpointFile;
use crate::state_dict::LoadOptions;
#[cfg(feature = "checkpoint")]
use crate::state_dict::{CheckpointError, StateDict};

impl LoadOptions {
    /// Makes the schedules that a file names by their names in this registry, in place of [`Registry::global`].
    #[must_use]
    pub fn registry(mut self, registry: &Registry) -> Self {
        self.schedules = Some(registry.schedules.clone());
        self
    }
}

#[cfg(feature = "checkpoint")]
impl CheckpointFile {
    /// The optimizer as data, all of it in memory. Schedules are made by their names in the registry.
    ///
    /// # Errors
    ///
    /// When no optimizer was saved, a schedule is not in the registry or only code, or the file is damaged.
    pub fn state_dict(&self, registry: &Registry) -> Result<StateDict, CheckpointError> {
        self.state_dict_with(&registry.schedules)
    }
}
