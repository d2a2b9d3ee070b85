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
    /// True if an entry can be a list.
    has_lists: bool,
}

impl EntryForm {
    pub(super) const STATE: Self = Self { noun: "state", a: "a state", rest: " = 0.0", has_lists: true };
    /// An item of a list of states.
    pub(super) const ITEM: Self = Self { has_lists: false, ..Self::STATE };
    pub(super) const INPUT: Self = Self { noun: "input", a: "an input", rest: ": tensor", has_lists: false };
    pub(super) const OUTPUT: Self = Self { noun: "output", a: "an output", rest: ": scalar", has_lists: true };

    /// The kinds of such an entry, for messages.
    pub(super) fn kinds(self) -> String {
        let lists = if self.has_lists { "; a list is `[tensor; self.m]`" } else { "" };
        let names = list(StateKind::NAMES.into_iter().chain(["along(i)", "without(i)"]));
        format!("{names}, and dimensions such as `(rows, self.rank)`{lists}")
    }
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
        let help = match close {
            Some(kind) => format!("write `{}`", example(kind)),
            None => format!("the kinds are {}", entry.kinds()),
        };
        errors.push(word, format!("unknown kind of {} `{text}`\nhelp: {help}", entry.noun));
        StateKind::Tensor
    })
}
