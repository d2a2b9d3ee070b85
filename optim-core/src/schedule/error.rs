//! What can be wrong with the name of a schedule.

use crate::spelling::help;

/// There is no schedule of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no schedule `{name}`{}", help(nearest, known))]
pub struct UnknownSchedule {
    /// The name that was asked for.
    pub name: String,
    /// The most similar name.
    pub nearest: Option<String>,
    /// Every schedule.
    pub known: Vec<&'static str>,
}
