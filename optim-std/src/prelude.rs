//! Everything that a training program needs: `use optim_std::prelude::*;`. [The front page](crate) shows how to use it. To write an optimizer
//! or a schedule, import [`author`](crate::author).

#[cfg(feature = "contrib")]
pub use crate::contrib::*;
pub use crate::optimizers::*;
pub use crate::schedulers::*;
pub use optim_core::Threads;
#[cfg(feature = "checkpoint")]
pub use optim_core::checkpoint::{Checkpoint, CheckpointFile};
pub use optim_core::{
    Definition, DefinitionExt as _, Hyperparameters, Inputs, LoadOptions, NonFinite, Optimizer, Parameters, Partition,
    Schedule, ScheduleRef, Setting, Spikes, Tags,
};
pub use optim_macros::Parameters;
