//! Calls of helper functions and of step functions: arguments are bound, and the body takes the place of the call.

pub(crate) mod arguments;
pub(crate) mod functions;
pub(crate) mod helpers;
pub(crate) mod places;
