//! Errors of names that choose an optimizer or a schedule.

use crate::messages::shown;
use crate::source::SourcePlace;
use crate::suggestion::help;

/// There is no optimizer of this name.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no optimizer `{}`{}", shown(name), help(nearest, known))]
#[non_exhaustive]
pub struct UnknownOptimizer {
    /// The name that was asked for.
    pub name: String,
    /// The most similar name.
    pub nearest: Option<String>,
    /// Every name.
    pub known: Vec<&'static str>,
}

crate::messages::debug_as_display!(UnknownOptimizer);

/// There is not a schedule of this name.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no schedule `{}`{}", shown(name), help(nearest, known))]
#[non_exhaustive]
pub struct UnknownSchedule {
    /// The name that was asked for.
    pub name: String,
    /// The most similar name.
    pub nearest: Option<String>,
    /// Every schedule.
    pub known: Vec<&'static str>,
}

crate::messages::debug_as_display!(UnknownSchedule);

/// An unknown or ambiguous name of an optimizer or schedule.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LookupError {
    /// There is no optimizer of this name.
    #[error(transparent)]
    UnknownOptimizer(UnknownOptimizer),
    /// There is not a schedule of this name.
    #[error(transparent)]
    UnknownSchedule(UnknownSchedule),
    /// Two types have this name.
    #[error(
        "there are two {what} `{name}`: one at {}, one at {}\n\
         help: rename one of them, or choose with your own `Registry`",
        places[0], places[1]
    )]
    Twice {
        /// `optimizers` or `schedules`.
        what: &'static str,
        /// The name.
        name: &'static str,
        /// The two places in the source.
        places: Box<[SourcePlace; 2]>,
    },
}

crate::messages::debug_as_display!(LookupError);

/// Returns true if two entries, each a name and a place, are of one type: what no macro has placed is never taken for the same.
pub(crate) fn same(a: (&str, SourcePlace), b: (&str, SourcePlace)) -> bool {
    a == b && a.1 != SourcePlace::UNKNOWN
}
