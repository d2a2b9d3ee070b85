//! Everything that a program with optimizers needs: `use optim_std::prelude::*;`. [The front page](crate) is a tour of it.

#[cfg(feature = "contrib")]
pub use crate::contrib::*;
pub use crate::optimizers::*;
pub use crate::schedulers::*;
pub use crate::shelf;
#[cfg(feature = "checkpoint")]
pub use optim_core::checkpoint::{Checkpoint, CheckpointFile};
pub use optim_core::kernel::{Float, Threads};
pub use optim_core::lang::{Cols, Input, Mask, Matrices, Output, Rows, Scalar, State, Tensor, Value};
pub use optim_core::{
    AnyOptimizer, Choice, Definition, DefinitionExt as _, Hyperparameters, Inputs, LoadOptions, NonFinite, Optimizer,
    Parameters, Partition, Schedule, ScheduleRef, Schedules, Setting, Spikes, Tags,
};
pub use optim_macros::{Choice, Parameters, elementwise, optimizer, scheduler};
