//! The state of an optimizer, as data.
//!
//! Public at [`checkpoint`](crate::checkpoint), where files are. The way out of an optimizer and back into it is
//! `optimizer/state_dict/`.
//!
//! | file | purpose |
//! |---|---|
//! | `dict` | [`StateDict`]: an optimizer's state as data |
//! | `tensor` | [`TensorData`]: numbers as bytes |
//! | `outline` | to read: one view of a state dict, wherever its tensors are |
//! | `table` | to write: the data to save, as rows and columns |
//! | `options`, `report`, `error` | what may differ, and what did |

mod dict;
mod error;
mod options;
pub(crate) mod outline;
mod report;
#[cfg(feature = "checkpoint")]
pub(crate) mod table;
pub(crate) mod tensor;

pub use crate::dtype::DType;
pub use dict::{GroupDict, ParamDict, StateDict, StateEntry};
pub use error::CheckpointError;
pub(crate) use error::{once, once_of, twice};
pub use options::LoadOptions;
pub use report::{Difference, LoadReport};
pub use tensor::{TensorData, TensorDataError};
