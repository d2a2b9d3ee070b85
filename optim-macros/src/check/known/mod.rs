//! Facts at a place of the body: the names and lists in scope, the running calls, kinds and versions of variables, the conditions that hold,
//! and the branches and loops around it.

pub(crate) mod calls;
mod conditions;
mod control;
mod facts;
mod flow;
pub(crate) mod lists;
pub(crate) mod scopes;

pub(crate) use control::{Control, Enclosing, Mark, Surrounding};
pub(crate) use facts::{Facts, Standing};
pub(crate) use flow::{Flow, Point};
