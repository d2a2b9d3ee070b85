//! Rules.

pub(crate) mod refused;
