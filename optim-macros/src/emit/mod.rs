//! Last stage: tokens.

mod builder;
mod declarations;
pub(crate) mod definition;
pub(crate) mod forward;
mod kernel;
mod refused;
mod report;
pub(crate) mod settings;
pub(crate) mod step;
pub(crate) mod stub;
mod trace;
