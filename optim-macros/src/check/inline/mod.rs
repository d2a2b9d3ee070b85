//! Helper functions of the annotated impl: their calls, the arguments of calls, and their bodies in the place of calls.

pub(crate) mod arguments;
pub(crate) mod calls;
pub(crate) mod helpers;
