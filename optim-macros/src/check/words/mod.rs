//! Parts of messages.

pub(crate) mod origin;
pub(crate) mod phrase;
