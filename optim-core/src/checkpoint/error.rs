//! Why a checkpoint was not written or not loaded.

use super::options::LoadReport;
use crate::hyper::HyperError;

/// Why a checkpoint was not written or not loaded. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It is of another optimizer.
    #[error("the checkpoint is of {found}, the optimizer is {expected}")]
    Optimizer {
        /// The optimizer it was to be loaded into.
        expected: String,
        /// The checkpoint's optimizer.
        found: String,
    },
    /// Names, shapes, states, types or groups differ.
    #[error(
        "the checkpoint does not fit:{0}\nhelp: `LoadOptions` can load what matches (`matching`), convert types (`cast`), \
         or leave hyperparameters as they are (`keep_hyperparameters`)"
    )]
    Differs(Box<LoadReport>),
    /// The optimizer cannot have the hyperparameters of the checkpoint.
    #[error("in parameter group `{group}` of the checkpoint: {error}")]
    Hyper {
        /// The group.
        group: String,
        /// What is wrong.
        error: HyperError,
    },
    /// Two things of the checkpoint have one name.
    #[error("the checkpoint has two {what} called `{name}`")]
    Twice {
        /// What they are: `parameters`, `states of …`, `parameter groups`, `hyperparameters of …`.
        what: String,
        /// The name.
        name: String,
    },
    /// A parameter is in a group that does not exist.
    #[error("parameter `{param}` of the checkpoint is in group {group} of {count}")]
    NoSuchGroup {
        /// The parameter.
        param: String,
        /// The group's place.
        group: usize,
        /// Number of groups.
        count: usize,
    },
    /// There is no memory for what is to be loaded.
    #[error("there is no memory for `{name}`: {elements} elements")]
    OutOfMemory {
        /// The parameter or its state.
        name: String,
        /// Its number of elements.
        elements: usize,
    },
}
