//! First stage: from the tokens of the annotated struct to a [`Definition`] and the fields' settings.
//!
//! No parser here gives up at the first mistake: each pushes what it found to [`Errors`](crate::diag::Errors) and goes
//! on with what it understood, so that one compile shows every mistake.

pub(crate) mod args;
pub(crate) mod definition;
pub(crate) mod elementwise;
pub(crate) mod fixed;
pub(crate) mod functions;
pub(crate) mod halves;
pub(crate) mod hyper;
pub(crate) mod item;
pub(crate) mod range;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod types;

pub(crate) use definition::{Definition, Hyper, Init, Requirement, State, StateKind};
pub(crate) use types::HyperType;

pub(crate) use crate::language::Language;
