//! Why numbers cannot be watched.

use thiserror::Error;

use crate::messages::shown;
use crate::suggestion::help;

/// An error in the watched names.
#[derive(Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WatchError {
    /// There is no such number.
    #[error("no number `{}` can be watched{}", shown(name), help(nearest, known))]
    Unknown {
        /// The name.
        name: String,
        /// The name that may be meant.
        nearest: Option<String>,
        /// The names that can be watched; only those that end with the name, if there are any.
        known: Vec<String>,
    },
    /// The optimizer declares the number under a condition, which does not hold for any parameter.
    #[error("`{}` is reported only if `{condition}`, which holds for no parameter", shown(name))]
    Absent {
        /// The name.
        name: String,
        /// The text of the condition.
        condition: &'static str,
    },
    /// Every 0 steps.
    #[error("numbers cannot be watched every 0 steps\nhelp: `watch_every(1, …)` watches every step, `watch([])` none")]
    Never,
}

crate::messages::debug_as_display!(WatchError);
