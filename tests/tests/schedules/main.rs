//! Schedules: the reference's numbers, formulas compared with graphs, composition, errors, and user schedules.

mod by_name;
mod composition;
mod custom;
mod errors;
mod random;
mod settings;
