//! Last stage: tokens.

mod body;
mod builder;
mod declarations;
pub(crate) mod definition;
pub(crate) mod elementwise;
pub(crate) mod formula;
pub(crate) mod forward;
pub(crate) mod generic;
mod kernel;
mod printed;
mod refused;
mod report;
pub(crate) mod schedule;
pub(crate) mod settings;
pub(crate) mod step;
pub(crate) mod stub;
mod trace;
