//! Plans: the memory accesses of a step as data, for given settings and one shape.

mod display;
mod program;
mod step;

#[doc(inline)]
pub use crate::kernel::PassKind;
pub use program::{Runs, StepProgram};
pub(crate) use step::{Known, Recordings};
pub use step::{StepPass, StepPlan, StepStream};
