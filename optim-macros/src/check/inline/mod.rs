//! Helper functions of the annotated impl and step functions: their calls, the arguments of calls, and their bodies in the place of calls.

pub(crate) mod arguments;
pub(crate) mod calls;
pub(crate) mod functions;
pub(crate) mod helpers;
pub(crate) mod places;
