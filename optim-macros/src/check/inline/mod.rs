//! Helper functions of the annotated impl.

pub(crate) mod calls;
pub(crate) mod helpers;
