//! The facts at one place of the body: the kinds and versions of variables, the conditions that hold, and those that decide if it runs.

mod conditions;
mod control;
mod facts;
mod flow;

pub(crate) use control::{Control, Enclosing, Mark};
pub(crate) use facts::{Facts, Standing};
pub(crate) use flow::{Flow, Point};
