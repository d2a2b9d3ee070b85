//! Checkpoints: what an optimizer remembers, as data.
//!
//! | file | purpose |
//! |---|---|
//! | `dict` | [`StateDict`]: an optimizer's state as data |
//! | `tensor` | [`TensorData`]: numbers as bytes |
//! | `source` | one view of a state dict, wherever its tensors are |
//! | `options`, `difference`, `error` | what may differ, and what did |

mod dict;
mod difference;
mod error;
#[cfg(feature = "checkpoint")]
pub mod file;
mod options;
pub(crate) mod source;
pub(crate) mod tensor;

pub use dict::{GroupDict, ParamDict, StateDict, StateEntry};
pub use difference::Difference;
pub use error::CheckpointError;
#[cfg(feature = "checkpoint")]
pub use file::{Checkpoint, CheckpointFile};
pub use options::{LoadOptions, LoadReport};
pub use tensor::{DType, TensorData, TensorDataError};
