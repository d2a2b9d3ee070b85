//! A number that a step reports.

use std::sync::Arc;

use crate::watched::{OutputNumber, Watchable};

/// A number that an optimizer can report.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WatchedNumber {
    /// A number of every optimizer.
    BuiltIn(Watchable),
    /// An output that the optimizer of a rule declares, or wrappers around all rules if `rule` is `None`.
    Declared { rule: Option<usize>, number: OutputNumber, name: Arc<str>, global: bool },
}

impl WatchedNumber {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::BuiltIn(number) => number.name(),
            Self::Declared { name, .. } => name,
        }
    }

    /// Returns true if it is this number of an output of a rule.
    pub(super) fn is(&self, (of, wanted): (usize, OutputNumber)) -> bool {
        matches!(self, Self::Declared { rule, number, .. } if *number == wanted && rule.is_none_or(|rule| rule == of))
    }
}
