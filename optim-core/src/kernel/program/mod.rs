//! A step as a value: what generated code describes once, and the runtime runs for all parameters that it fits.
//!
//! | file | its contents |
//! |---|---|
//! | `register` | [`Register`]: a scalar while a step is described, with the operations of the table |
//! | `description` | [`Description`]: what generated code describes a step with |
//! | `op` | [`Program`]: the operations of a step, and how they run |
//! | `rows` | [`Rows`]: the arithmetic of scalars as data, and its numbers for the parameters of a block |

mod asked;
mod description;
mod kept;
mod list;
mod op;
mod pool;
mod powers;
mod register;
mod rows;
#[cfg(test)]
mod tests;

pub use asked::Asked;
pub use description::Description;
pub(crate) use kept::{Describe, Programs};
pub use list::Scalars;
#[cfg(test)]
pub(crate) use op::Program;
pub(crate) use pool::Pool;
pub use register::*;
pub(crate) use rows::{Drawn, FEW, Numbers, Operand, Source};
