//! Facts at a place of the body: kinds and versions of variables, the conditions that hold, and the branches and loops around it.

mod conditions;
mod control;
mod facts;
mod flow;

pub(crate) use control::{Control, Enclosing, Mark};
pub(crate) use facts::{Facts, Standing};
pub(crate) use flow::{Flow, Point};
