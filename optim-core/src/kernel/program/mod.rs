//! Programs: a step as a value. Generated code describes it once, and the runtime runs it for all parameters for which it is valid.
//!
//! | file | its contents |
//! |---|---|
//! | `description` | [`Description`]: the interface with which generated code describes a step |
//! | `inside`, `inner_count`, `frame`, `names`, `places` | the inner optimizer of a wrapper describes its part of the same program, with its own numbering |
//! | `register`, `list` | [`Register`]: a scalar while a step is described, with the operations of the table; lists of them |
//! | `rows`, `operand` | the arithmetic of scalars that is described, and the numbers that it reads |
//! | `op` | the program: the operations of a step, and how they run |
//! | `code`, `computation` | the arithmetic of scalars, while it runs for one parameter or for a block |
//! | `loop_code`, `written` | the loop of a pass as data, and the numbers that record it |
//! | `settings` | the settings for a run |
//! | `data` | a program as data, for devices |
//! | `pool`, `powers` | caches of numbers and powers |
//! | `watch` | watched numbers |
//! | `kept` | the cache of programs, with the settings that their loops read |

mod code;
mod computation;
mod data;
mod description;
mod frame;
mod inner_count;
mod inside;
mod kept;
mod list;
mod loop_code;
mod names;
mod op;
mod operand;
mod places;
mod pool;
mod powers;
mod register;
mod rows;
mod settings;
#[cfg(test)]
mod tests;
mod watch;
mod written;

pub(crate) use code::StepNumbers;
pub use computation::Computation;
pub(crate) use computation::{FEW, GROUP};
pub(crate) use data::HostNumbers;
pub use data::{
    DataCall, DataOp, DataPass, DataReduction, DeviceScalar, ProgramData, ScalarLine, ScalarNumber, ScalarWork,
};
pub use description::Description;
pub(crate) use inner_count::InnerCount;
pub(crate) use inside::Inside;
pub(crate) use kept::{Describe, Programs, StepKind};
pub use list::Scalars;
pub(crate) use loop_code::LoopUse;
pub use loop_code::{LoopCode, LoopLine, LoopOperand, LoopWork};
pub(crate) use names::Names;
pub use op::PassParameters;
pub(crate) use op::{CallParts, CallWork, LibraryCall, Noted, SIDE_BY_SIDE};
#[cfg(test)]
pub(crate) use op::{Program, StepOp};
pub(crate) use operand::{Drawn, ScalarOperand, ScalarSource};
pub(crate) use places::Share;
pub(crate) use pool::Pool;
pub use register::*;
pub use settings::StepSettings;
pub use written::{Written, WrittenElement, WrittenMask};
