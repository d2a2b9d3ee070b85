//! The schedules that a checkpoint may make: those of a registry.

use super::Registry;
#[cfg(feature = "checkpoint")]
use crate::checkpoint::CheckpointFile;
use crate::state_dict::LoadOptions;
#[cfg(feature = "checkpoint")]
use crate::state_dict::{CheckpointError, StateDict};

impl LoadOptions {
    /// Looks up the schedules of a file in this registry instead of [`Registry::global`].
    #[must_use]
    pub fn registry(mut self, registry: &Registry) -> Self {
        self.schedules = Some(registry.schedules.clone());
        self
    }
}

#[cfg(feature = "checkpoint")]
impl CheckpointFile {
    /// Reads the optimizer as data, all of it into memory. The registry creates the schedules by name.
    ///
    /// # Errors
    ///
    /// Returns an error if no optimizer was saved, a schedule is not in the registry or only code, or the file is damaged.
    pub fn state_dict(&self, registry: &Registry) -> Result<StateDict, CheckpointError> {
        self.state_dict_with(&registry.schedules)
    }
}
