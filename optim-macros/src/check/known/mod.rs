//! What is known at one place of the body: the kinds and versions of variables, which conditions hold, and what decides whether it runs.

mod conditions;
mod control;
mod facts;
mod flow;

pub(crate) use control::{Around, Control, Mark};
pub(crate) use facts::{Facts, Standing};
pub(crate) use flow::{Flow, Point};
