//! Schedules: the reference's numbers, formula against graph, composition, errors, and schedules of a user's own.

mod by_name;
mod composition;
mod custom;
mod errors;
mod random;
mod settings;
