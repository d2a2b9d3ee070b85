//! The helper functions, and those that are being inlined.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::ImplItemFn;

use crate::diag::line;
use crate::parse::chains::DEPTH;

/// The calls of a body: of helper functions, and into one another.
pub(crate) struct Calls<'a> {
    /// The functions that the body may call.
    helpers: &'a [ImplItemFn],
    /// Helper functions being inlined, outermost first, and where they are called.
    stack: Vec<(String, Span)>,
    /// Helper functions that were called.
    used: HashSet<String>,
    /// Expressions around the present one, those of callers included.
    depth: usize,
}

impl<'a> Calls<'a> {
    pub(crate) fn new(helpers: &'a [ImplItemFn]) -> Self {
        Self { helpers, stack: Vec::new(), used: HashSet::new(), depth: 0 }
    }

    pub(crate) fn helpers(&self) -> &'a [ImplItemFn] {
        self.helpers
    }

    /// The helper function of a name.
    pub(crate) fn helper(&self, name: &Ident) -> Option<&'a ImplItemFn> {
        self.helpers.iter().find(|function| function.sig.ident == *name)
    }

    /// Begins with the body of a helper function.
    pub(crate) fn enter(&mut self, name: &Ident, at: Span) {
        self.stack.push((name.to_string(), at));
    }

    pub(crate) fn leave(&mut self) {
        self.stack.pop();
    }

    /// Returns true if a function of this name is being inlined.
    pub(crate) fn is_running(&self, name: &Ident) -> bool {
        self.stack.iter().any(|(running, _)| name == running)
    }

    /// Returns true if what is checked is the body of a helper function.
    pub(crate) fn is_inside(&self) -> bool {
        !self.stack.is_empty()
    }

    /// The function whose body is being checked, if it is a helper function.
    pub(crate) fn innermost(&self) -> Option<&str> {
        self.stack.last().map(|(name, _)| name.as_str())
    }

    pub(crate) fn mark_used(&mut self, name: &Ident) {
        self.used.insert(name.to_string());
    }

    /// The helper functions that were called.
    pub(crate) fn used(&self) -> impl Iterator<Item = &String> {
        self.used.iter()
    }

    /// Other functions call these.
    pub(crate) fn use_all(&mut self, names: impl IntoIterator<Item = String>) {
        self.used.extend(names);
    }

    /// Returns true if some call reached this function.
    pub(crate) fn is_used(&self, name: &Ident) -> bool {
        self.used.contains(&name.to_string())
    }

    /// Returns true if nothing may stand inside of the present expression.
    pub(crate) fn is_too_deep(&self) -> bool {
        self.depth == DEPTH
    }

    /// Goes into an expression.
    pub(crate) fn deeper(&mut self) {
        self.depth += 1;
    }

    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }

    /// The place where the function that is being checked was called, as lines under a message.
    pub(crate) fn notes(&self) -> String {
        let call = |(name, span): &(String, Span)| {
            line(*span).map(|line| format!("\nnote: `{name}` is called on line {line}"))
        };
        self.stack.iter().rev().filter_map(call).collect()
    }
}

#[cfg(test)]
mod tests {
    use quote::format_ident;

    use super::*;

    #[test]
    fn a_function_runs_until_it_is_left_and_stays_used() {
        let (mut calls, name) = (Calls::new(&[]), format_ident!("half"));
        assert!(!calls.is_running(&name) && !calls.is_used(&name));
        calls.mark_used(&name);
        calls.enter(&name, Span::call_site());
        assert!(calls.is_running(&name));
        calls.leave();
        assert!(!calls.is_running(&name) && calls.is_used(&name));
    }

    #[test]
    fn expressions_are_so_deep_and_no_deeper() {
        let mut calls = Calls::new(&[]);
        (0..DEPTH).for_each(|_| calls.deeper());
        assert!(calls.is_too_deep());
        calls.shallower();
        assert!(!calls.is_too_deep());
    }
}
