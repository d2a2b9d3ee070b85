//! Names of generated variables: the user's names if they are free, otherwise with a number.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span};

use crate::paths::shown;

#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    used: HashSet<String>,
    /// The user's names. Only [`unique`](Self::unique) returns them.
    written: HashSet<String>,
    /// The next number to try for each stem. All smaller ones are taken.
    next: HashMap<String, usize>,
}

impl Names {
    /// A name like `wanted` that no other variable of this body has.
    pub(crate) fn unique(&mut self, wanted: &Ident) -> Ident {
        let text = wanted.to_string();
        let text = text.trim_start_matches("r#");
        let span = shown(wanted.span());
        if wanted == text && self.used.insert(text.to_owned()) {
            return Ident::new(text, span);
        }
        self.numbered(text, span)
    }

    /// A name for a value without a user's name.
    pub(crate) fn fresh(&mut self, stem: &str) -> Ident {
        if !self.written.contains(stem) && self.used.insert(stem.to_owned()) {
            return Ident::new(stem, Span::call_site());
        }
        self.numbered(stem, Span::call_site())
    }

    fn numbered(&mut self, stem: &str, span: Span) -> Ident {
        let next = self.next.entry(stem.to_owned()).or_insert(2);
        loop {
            let name = format!("{stem}_{next}");
            *next += 1;
            if !self.written.contains(&name) && self.used.insert(name.clone()) {
                return Ident::new(&name, span);
            }
        }
    }

    /// Reserves a name for the user's variable.
    pub(crate) fn keep(&mut self, name: &Ident) {
        self.written.insert(name.to_string());
    }

    /// Reserves a name for another use.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }
}
