//! Parts of messages: phrases, where values come from, and code as it should be written.

pub(crate) mod floats;
pub(crate) mod origin;
pub(crate) mod phrases;
