//! What is known at one place of the body: the kinds and versions of variables, and which conditions hold.

mod conditions;
mod facts;
mod flow;

pub(crate) use facts::{Facts, Standing};
pub(crate) use flow::{Flow, Point};
