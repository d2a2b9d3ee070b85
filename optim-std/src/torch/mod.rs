//! Interchange with PyTorch: the state of an optimizer from a file of `torch.save`, and into one.
//!
//! Reading needs no Python and executes nothing of the file. [`TorchFile`] opens it, [`OptimizerState::convert_for`] makes of
//! the optimizer's state what [`load_state_dict`](optim_core::Engine::load_state_dict) takes, [`TorchValue::load_params`]
//! fills a model. [`SchedulerState`] continues a scheduler. [`Export`] writes a file that `torch.load` reads. Models of Hugging Face
//! are read by `optim_std::safetensors`. All of it is shown in [the guide](crate::guide::torch).
//!
//! | file | purpose |
//! |---|---|
//! | `zip/` | archives, as far as torch uses them |
//! | `pickle/` | pickles as data |
//! | `decode` | what that data means: tensors, numbers and arrays of numpy, objects of classes that are not known |
//! | `legacy` | files of torch before 1.6 |
//! | `file`, `value`, `tensor` | a file, and its contents |
//! | `model` | parameters of a model out of a file |
//! | `optimizer` | the state of an optimizer in a file |
//! | `convert/` | from there to here |
//! | `export/` | from here to there |
//! | `scheduler/` | schedules that continue a scheduler of torch, and its state for torch |
//! | `defaults` | `AdamW::torch()` and others: optimizers with the defaults of torch |

mod convert;
mod decode;
mod defaults;
mod error;
mod export;
mod file;
mod legacy;
mod model;
mod optimizer;
mod pickle;
mod scheduler;
mod tensor;
mod value;
mod zip;

pub use convert::{ConvertError, Dialect, Names, Note};
pub use error::TorchError;
pub use export::Export;
pub use file::TorchFile;
pub use optimizer::OptimizerState;
pub use scheduler::{GroupSchedules, SchedulerError, SchedulerKind, SchedulerState};
pub use tensor::{DType, TorchTensor};
pub use value::TorchValue;
