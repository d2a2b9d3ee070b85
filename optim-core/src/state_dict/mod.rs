//! The state of an optimizer, as data.
//!
//! The public paths are in [`checkpoint`](crate::checkpoint). `optimizer/state_dict/` converts the state of an optimizer from and to
//! this data.
//!
//! | file | purpose |
//! |---|---|
//! | `dict` | [`StateDict`]: an optimizer's state as data |
//! | `tensor` | [`TensorData`]: numbers as bytes |
//! | `outline` | to read: a common view of state dicts in memory and in files |
//! | `table` | to write: the data to save, as rows and columns |
//! | `options`, `report`, `error` | allowed differences, and differences found |

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
