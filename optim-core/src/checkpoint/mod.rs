//! Checkpoints: the state of an optimizer, as data and in files.
//!
//! [`Optimizer::save`](crate::Optimizer::save) writes the whole state of an optimizer to one file: states, step counts,
//! parameter groups, hyperparameters and schedules. [`Optimizer::load`](crate::Optimizer::load) restores it into an
//! optimizer that was built for the same parameters, which then continues to the same bits. [`Checkpoint`] adds the
//! parameters and your own strings to the file. [`StateDict`] is the same as data.
//!
//! ```
//! # use optim_core::lang::{State, Tensor};
//! # use optim_macros::optimizer;
//! # // In a user's crate: `use optim_std::author::*;`, and no `crate = …`.
//! # #[optimizer(crate = optim_core, state <momentum_buffer = 0.0>)]
//! # #[derive(Debug, Clone)]
//! # pub struct Momentum {
//! #     #[hyper(default = 0.1, scheduled, range = 0.0..)]
//! #     pub lr: f64,
//! # }
//! # #[optimizer]
//! # impl Momentum {
//! #     fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
//! #         state.momentum_buffer = 0.9 * state.momentum_buffer + grad;
//! #         *param -= self.lr * state.momentum_buffer;
//! #     }
//! # }
//! # #[cfg(not(feature = "checkpoint"))]
//! # fn main() {}
//! # #[cfg(feature = "checkpoint")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use optim_core::checkpoint::{Checkpoint, CheckpointFile, LoadOptions};
//!
//! # let path = std::env::temp_dir().join(format!("optim-doc-{}.safetensors", std::process::id()));
//! let mut model = ndarray::array![1.0_f32, -2.0];
//! let mut opt = Momentum::new().lr(0.25).build(&model)?;
//! let grad = model.clone();
//! opt.step(&mut model, &grad)?;
//! Checkpoint::new().params(&model).optimizer(&opt).extra("epoch", "3").save(&path)?;
//!
//! let mut model = ndarray::array![0.0_f32, 0.0];
//! let mut opt = Momentum::new().build(&model)?;
//! let file = CheckpointFile::open(&path)?;
//! file.load(&mut model, &mut opt)?;                                // both or neither
//! assert_eq!((model[1], opt.steps(), file.extra("epoch")), (-1.5, 1, Some("3")));
//!
//! let mut other = Momentum::new().lr(0.5).build(&model)?;
//! let report = other.load_with(&path, &LoadOptions::matching().keep_hyperparameters())?;
//! assert!(report.is_complete());
//! # std::fs::remove_file(&path)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Checks of a load
//!
//! By default everything must match: the optimizer, the names and shapes of its parameters, which states exist, their
//! shapes and element types, and the members of each group. Hyperparameters, schedules and tags are loaded from the
//! checkpoint, and checked as by [`set`](crate::Optimizer::set). If anything differs, one [`CheckpointError`] lists all
//! differences, and nothing has changed. [`LoadOptions`] can allow differences.
//!
//! Schedules are data: a file has their names and arguments, and [`Registry::global`](crate::Registry::global) creates
//! them again. For a closure, a file only records that there was one. Loading then keeps the schedule that the
//! optimizer has for this hyperparameter.
//!
//! Gradient options and threads belong to the program and are not saved.
//!
//! The format of files is described at `checkpoint::file` and in `optim_std::guide::checkpoints`.
//!
//! | file | purpose |
//! |---|---|
//! | `optimizer` | saving an optimizer to a file, and loading it |
//! | `file/` | the format, writing, reading |
//! | `table` | the data to save, of models and state dicts |
//!
//! `state_dict/` has state as data. It is below the optimizer, which converts its state from and to it.

#[cfg(feature = "checkpoint")]
pub mod file;
#[cfg(feature = "checkpoint")]
mod optimizer;
#[cfg(feature = "checkpoint")]
mod table;

pub use crate::state_dict::{
    CheckpointError, DType, Difference, GroupDict, LoadOptions, LoadReport, ParamDict, StateDict, StateEntry,
    TensorData, TensorDataError,
};
#[cfg(feature = "checkpoint")]
pub use file::{Checkpoint, CheckpointFile};
