//! The group of parameters in no other group.

/// The name of the group of all parameters that are in no other.
pub const DEFAULT_GROUP: &str = "default";
