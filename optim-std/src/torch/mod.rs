//! Interchange with PyTorch: reads and writes the state of an optimizer in files of `torch.save`.
//!
//! Reading needs no Python and executes nothing in the file. [`TorchFile`] opens it. [`OptimizerState::convert_for`] converts the
//! optimizer's state for [`load_state_dict`](optim_core::Optimizer::load_state_dict), and [`TorchValue::load_params`] fills a model.
//! [`SchedulerState`] continues a scheduler. [`Export`] writes a file that `torch.load` reads. To read models of Hugging Face, use
//! `optim_std::safetensors`. [The guide](crate::guide::torch) has examples.
//!
//! | file | purpose |
//! |---|---|
//! | `zip/` | archives in the form that torch uses |
//! | `pickle/` | pickles as data |
//! | `dtype` | types of elements |
//! | `decode` | the meaning of that data: tensors, numpy's numbers and arrays, objects of unknown classes |
//! | `contents` | an open file: its pickle, and the places of tensors' elements |
//! | `legacy` | files of torch before 1.6 |
//! | `file`, `value`, `tensor` | a file, and its contents |
//! | `model` | reading the parameters of a model from a file |
//! | `optimizer` | the state of an optimizer in a file |
//! | `convert/` | conversion from torch |
//! | `output` | a file while it is written |
//! | `export/` | conversion to torch |
//! | `scheduler/` | schedules that continue a scheduler of torch, and its state for torch |
//! | `defaults` | `AdamW::torch()` and others: optimizers with the defaults of torch |

mod contents;
mod convert;
mod decode;
mod defaults;
mod dtype;
mod error;
mod export;
mod file;
mod legacy;
mod model;
mod optimizer;
mod output;
mod pickle;
mod scheduler;
mod tensor;
mod value;
mod zip;

pub use convert::{ConvertError, Dialect, Names, Note};
pub use dtype::DType;
pub use error::TorchError;
pub use export::Export;
pub use file::TorchFile;
pub use optimizer::OptimizerState;
pub use scheduler::{GroupSchedules, SchedulerError, SchedulerKind, SchedulerState};
pub use tensor::TorchTensor;
pub use value::TorchValue;
