//! Steps as data, for crates that run them on devices.
//!
//! [`Optimizer::describe_step`](crate::Optimizer::describe_step) returns a [`DescribedStep`]: a [`ProgramData`] for each parameter, and the numbers that
//! the host computes. The device runs the operations, and [`Optimizer::finish_step`](crate::Optimizer::finish_step) counts the step.
//! [`Optimizer::describe_steps`](crate::Optimizer::describe_steps) describes several steps before the first has run. Numbers that depend on reductions, and
//! the scalar states that are set from them, stay on the device: [`Optimizer::device_scalars`](crate::Optimizer::device_scalars) names these states.
//! A [`HostOptimizer`] is the optimizer on the host, and notices a change that the device does not have.
//!
//! These types follow the internal structure of steps, so they may change in every minor version.

pub use crate::kernel::program::{
    Computation, DataCall, DataOp, DataPass, DataReduction, DeviceScalar, LoopCode, LoopLine, LoopOperand, LoopWork,
    ProgramData, ScalarLine, ScalarNumber, ScalarWork,
};
pub use crate::kernel::{Extent, Finish, Fold, NOWHERE, Operand, Repeated, Source, Stream};
pub use crate::optimizer::{
    DescribedStep, DeviceReport, DeviceScalars, GivenToStep, HostOptimizer, ParamProgram, ProgramError, StateCodes,
};

/// States in blocks of 8 bits, [`Storage::Block8`](crate::Storage::Block8), as devices need them.
///
/// [`BLOCK`](block8::BLOCK) elements share a scale. The code of an element is a place in one of two maps:
/// [`UNSIGNED`](block8::UNSIGNED) if no element of the block is negative, else [`SIGNED`](block8::SIGNED).
pub mod block8 {
    pub use crate::kernel::storage::block::{BLOCK, Cells, DynamicMap, SIGNED, Stretch, UNSIGNED};
}

/// States in companded groups of 8 bits, [`Storage::Companded8`](crate::Storage::Companded8), as devices need them.
///
/// [`GROUP`](companded8::GROUP) elements share a scale.
pub mod companded8 {
    pub use crate::kernel::storage::companded::{COUNTED, GROUP, LEAST, ROUND, SIGNED, STEP, UNSIGNED};
}
