//! Parts of messages: phrases, the origins of values, and suggested code.

pub(crate) mod assigned;
pub(crate) mod floats;
pub(crate) mod origin;
pub(crate) mod phrases;
