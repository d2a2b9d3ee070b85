//! Checkpoint files that a run could not resume from.

use std::fmt;
use std::path::PathBuf;

use optim_core::__private::messages::shown;
use optim_core::CheckpointError;

/// A checkpoint file that was skipped.
#[derive(Debug)]
#[non_exhaustive]
pub struct Skipped {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub reason: SkipReason,
}

/// Prints the file's name, and the reason.
impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.path.file_name().map_or_else(|| self.path.to_string_lossy(), |name| name.to_string_lossy());
        write!(f, "{}: {}", shown(name), self.reason)
    }
}

impl From<CheckpointError> for SkipReason {
    fn from(error: CheckpointError) -> Self {
        Self::Checkpoint(Box::new(error))
    }
}

/// The reason why a checkpoint file was skipped.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum SkipReason {
    /// It is damaged, or from another model or optimizer.
    #[error(transparent)]
    Checkpoint(Box<CheckpointError>),
    /// It was not written by [`Training`](super::Training), or its name has another step.
    #[error("it is not a checkpoint of a training run: {}", shown(reason))]
    Position {
        /// The reason.
        reason: String,
    },
}

optim_core::__private::messages::debug_as_display!(SkipReason);
