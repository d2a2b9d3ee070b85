//! The kinds of states and inputs by name, and the words of messages about an entry.

use proc_macro2::Ident;

use super::definition::StateKind;
use crate::diag::{Errors, list, nearest};

/// The nouns for an entry of a list, for messages.
#[derive(Clone, Copy)]
pub(super) struct EntryForm {
    /// Its noun.
    pub(super) noun: &'static str,
    /// The same with its article.
    pub(super) a: &'static str,
    /// The tokens after the name in the simplest one.
    pub(super) rest: &'static str,
}

impl EntryForm {
    pub(super) const STATE: Self = Self { noun: "state", a: "a state", rest: " = 0.0" };
    pub(super) const INPUT: Self = Self { noun: "input", a: "an input", rest: ": tensor" };
    pub(super) const OUTPUT: Self = Self { noun: "output", a: "an output", rest: ": scalar" };
}

/// The kinds, for messages.
pub(super) fn kinds() -> String {
    list(StateKind::NAMES)
}

/// The kind with this name; a tensor after a reported mistake.
pub(super) fn read_kind(
    word: &Ident,
    example: impl Fn(&str) -> String,
    entry: EntryForm,
    errors: &mut Errors,
) -> StateKind {
    let text = word.to_string();
    StateKind::from_name(&text).unwrap_or_else(|| {
        let close = nearest(&text.to_lowercase(), StateKind::NAMES);
        let help =
            close.map_or_else(|| format!("the kinds are {}", kinds()), |kind| format!("write `{}`", example(kind)));
        errors.push(word, format!("unknown kind of {} `{text}`\nhelp: {help}", entry.noun));
        StateKind::Tensor
    })
}
