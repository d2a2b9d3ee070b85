//! Names, and what they stand for: patterns, signatures, paths, settings and states.

pub(crate) mod binding;
mod inputs;
pub(crate) mod lists;
pub(crate) mod optional;
mod outputs;
pub(crate) mod paths;
pub(crate) mod patterns;
pub(crate) mod settings;
pub(crate) mod signatures;
pub(crate) mod states;
