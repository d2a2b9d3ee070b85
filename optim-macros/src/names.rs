//! Names for generated variables: what the user wrote where that is free, else the same with a number.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span};

use crate::paths::shown;

#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    used: HashSet<String>,
    /// Names that the user wrote: only [`unique`](Self::unique) gives them away.
    written: HashSet<String>,
    /// The next number to try for each stem: all before it are taken.
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

    /// A name for a value that the user gave none.
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

    /// Keeps a name for the variable that the user gave it to.
    pub(crate) fn keep(&mut self, name: &Ident) {
        self.written.insert(name.to_string());
    }

    /// Keeps a name for another use.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }
}
