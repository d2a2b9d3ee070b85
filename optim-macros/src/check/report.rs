//! The report of the mistakes in a body.

use std::collections::HashSet;

use proc_macro2::Span;

use super::rules::{Mistake, Rule};
use crate::diag::Errors;

/// The messages of a check.
pub(crate) struct Report<'a> {
    errors: &'a mut Errors,
    /// True if something was not understood. Rules about the whole body are skipped, since they would only repeat it.
    gave_up: bool,
    /// True if there is any mistake except about things that the body never does: such omissions may be a consequence of the mistake.
    mistaken: bool,
    /// The first place that was not understood.
    first: Option<Span>,
    /// Unknown names that have been reported.
    unknown: HashSet<String>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(errors: &'a mut Errors) -> Self {
        Self { errors, gave_up: false, mistaken: false, first: None, unknown: HashSet::new() }
    }

    /// Reports a mistake. An unknown name is reported only once.
    pub(crate) fn tell(&mut self, rule: &Rule, mistake: Mistake) {
        let Mistake { error, understood, absence, unknown } = mistake;
        self.gave_up |= !understood;
        self.mistaken |= !absence;
        if unknown.is_none_or(|name| self.unknown.insert(name)) {
            record::broken(rule);
            self.errors.about(rule.guide).add(error);
        }
    }

    /// Records that something was not understood.
    pub(crate) fn give_up(&mut self, at: Span) {
        self.gave_up = true;
        self.first.get_or_insert(at);
    }

    /// Takes over the state of another function's report.
    pub(crate) fn add(&mut self, gave_up: bool, mistaken: bool) {
        self.gave_up |= gave_up;
        self.mistaken |= mistaken;
    }

    /// The place that was not understood, if no message says why.
    pub(crate) fn unexplained(&self) -> Option<Span> {
        self.first.filter(|_| self.errors.is_empty())
    }

    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Returns true if there is any mistake except about things that the body never does.
    pub(crate) fn is_mistaken(&self) -> bool {
        self.gave_up || self.mistaken
    }
}

/// The rules that were broken, for tests.
#[cfg(not(test))]
mod record {
    pub(super) fn broken(_: &super::Rule) {}
}

#[cfg(test)]
pub(crate) mod record {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use super::Rule;

    thread_local! {
        static BROKEN: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    }

    pub(super) fn broken(rule: &Rule) {
        BROKEN.with_borrow_mut(|broken| broken.insert(rule.name));
    }

    /// Returns the rules that were broken on this thread since the last call.
    pub(crate) fn take() -> BTreeSet<&'static str> {
        BROKEN.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::RULES;

    fn mistake(text: &str, understood: bool, unknown: Option<&str>) -> Mistake {
        let error = syn::Error::new(Span::call_site(), text);
        Mistake { error, understood, absence: false, unknown: unknown.map(str::to_owned) }
    }

    #[test]
    fn a_name_that_does_not_exist_is_told_once() {
        let mut errors = Errors::new();
        let mut report = Report::new(&mut errors);
        for text in ["first", "second"] {
            report.tell(&RULES[0], mistake(text, false, Some("typo")));
        }
        report.tell(&RULES[0], mistake("third", false, Some("other")));
        assert_eq!(errors.messages(), ["first", "third"]);
    }

    #[test]
    fn a_mistake_in_what_is_understood_leaves_room_for_others() {
        let mut errors = Errors::new();
        let mut report = Report::new(&mut errors);
        report.tell(&RULES[0], mistake("a label", true, None));
        assert!(!report.gave_up());
        report.tell(&RULES[0], mistake("an operand", false, None));
        assert!(report.gave_up());
    }

    #[test]
    fn what_is_told_explains_what_is_not_understood() {
        let mut errors = Errors::new();
        let mut report = Report::new(&mut errors);
        assert!(report.unexplained().is_none());
        report.give_up(Span::call_site());
        assert!(report.unexplained().is_some());
        report.tell(&RULES[0], mistake("why", false, None));
        assert!(report.unexplained().is_none());
    }
}
