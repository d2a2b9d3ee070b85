//! First stage: from the tokens of the annotated struct to a [`Definition`] and the fields' settings.
//!
//! No parser here gives up at the first mistake: each pushes what it found to [`Errors`](crate::diag::Errors) and goes
//! on with what it understood, so that one compile shows every mistake.

pub(crate) mod args;
pub(crate) mod definition;
pub(crate) mod fixed;
pub(crate) mod hyper;
pub(crate) mod item;
pub(crate) mod range;
pub(crate) mod state;
#[cfg(test)]
mod tests;
pub(crate) mod types;

/// What an annotated item declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// `#[optimizer]`
    Optimizer,
    /// `#[scheduler]`
    Schedule,
}

impl Language {
    /// The function that the annotated impl must hold.
    pub(crate) fn entry(self) -> &'static str {
        match self {
            Self::Optimizer => "step",
            Self::Schedule => "value",
        }
    }
}

pub(crate) use definition::{Definition, Hyper, Init, Requirement, State, StateKind};
pub(crate) use types::HyperType;
