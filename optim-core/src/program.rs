//! Steps as data, for crates that run them on devices.
//!
//! [`Engine::describe_step`](crate::Engine::describe_step) gives a [`DescribedStep`]: for each parameter a [`ProgramData`], and the numbers that the host
//! computes. The device runs the operations, and [`Engine::finish_step`](crate::Engine::finish_step) counts the step.
//! [`Engine::describe_steps`](crate::Engine::describe_steps) gives those of several steps, before the first is done. Numbers that depend on reductions,
//! and the scalar states that are set from them, stay on the device: [`Engine::device_scalars`](crate::Engine::device_scalars) names these states.
//!
//! These types follow the inner structure of steps, so they may change in every minor version.

pub use crate::kernel::program::{
    Computation, DataCall, DataOp, DataPass, DataReduction, DeviceScalar, LoopCode, LoopLine, LoopOperand, LoopWork,
    ProgramData, ScalarLine, ScalarNumber, ScalarWork,
};
pub use crate::kernel::storage::block::{BLOCK, Cells, DynamicMap, SIGNED, Stretch, UNSIGNED};
pub use crate::kernel::{Extent, Finish, Fold, NOWHERE, Operand, Source, Stream};
pub use crate::optimizer::{
    DescribedStep, DeviceReport, DeviceScalars, GivenToStep, ParamProgram, ProgramError, StateCodes,
};
