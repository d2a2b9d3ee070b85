//! Names, and what they stand for.

pub(crate) mod binding;
pub(crate) mod fields;
pub(crate) mod optional;
pub(crate) mod patterns;
pub(crate) mod scopes;
pub(crate) mod signatures;
