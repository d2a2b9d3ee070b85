//! The state of a check.

use proc_macro2::Ident;
use syn::ImplItemFn;

use super::known::calls::Calls;
use super::known::scopes::Scopes;
use super::known::{Control, Facts, Flow};
use super::report::Report;
use super::subject::Subject;
use super::uses::Uses;
use crate::ast::{Expr, Formula, Local};
use crate::diag::Errors;
use crate::language::Routine;
use crate::parse::Definition;

/// A check that is running.
pub(crate) struct Checker<'a> {
    /// The subject of the check.
    pub(crate) subject: Subject<'a>,
    /// The meanings of names.
    pub(crate) scopes: Scopes,
    /// Facts about variables here.
    pub(crate) flow: Flow,
    /// The branches and loops that decide whether this place runs.
    pub(crate) control: Control,
    /// The conditions that hold here.
    pub(crate) facts: Facts,
    /// Helper functions.
    pub(crate) calls: Calls<'a>,
    /// The uses of the body, which rules about the whole body look at in the end.
    pub(crate) uses: Uses,
    /// The mistakes.
    pub(crate) report: Report<'a>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        definition: Option<&'a Definition>,
        routine: Option<Routine>,
        entry: &'a Ident,
        helpers: &'a [ImplItemFn],
        errors: &'a mut Errors,
    ) -> Self {
        Self {
            subject: Subject::new(definition, routine, entry),
            scopes: Scopes::new(&["cx", "shape", "recorder", "self"]),
            flow: Flow::default(),
            control: Control::default(),
            facts: Facts::default(),
            calls: Calls::new(helpers),
            uses: Uses::default(),
            report: Report::new(errors),
        }
    }

    /// A checked function of numbers.
    pub(crate) fn formula(self, parameters: Vec<Local>, value: Expr) -> Formula {
        let Uses { consts, calls, .. } = self.uses;
        Formula { locals: self.scopes.locals(), parameters, value, consts, calls }
    }
}
