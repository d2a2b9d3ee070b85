//! Names and what they stand for, and what is known of variables at one place of the body.

use std::collections::BTreeMap;

use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr as Syntax, Pat};

use super::Checker;
use super::syntax::name_of;
use crate::ast::{Expr, Local, LocalId};
use crate::fixed::{Meaning, Type, Var};
use crate::kind::Kind;

/// What a name in the body stands for.
#[derive(Clone)]
pub(super) enum Binding {
    /// A fixed variable.
    Fixed { var: Var, mutable: bool, known: Known },
    /// A variable that holds values of the step.
    Value { id: LocalId, mutable: bool },
    /// Another name for a scheduled hyperparameter.
    Scheduled(Expr),
    /// `param`: a mutable reference to the parameter.
    Param,
    /// `state`.
    State,
}

/// What is known of a fixed variable.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// What it stands for, if it never changes.
    pub(super) meaning: Option<Meaning>,
    pub(super) ty: Option<Type>,
}

/// A variable that holds values of the body.
pub(super) struct Variable {
    /// Its name in generated code, unique in the body.
    pub(super) ident: Ident,
    /// Whether it may be assigned.
    pub(super) mutable: bool,
    /// What the user calls it.
    pub(super) called: String,
    /// Where its value comes from, for messages.
    pub(super) origin: String,
}

impl Variable {
    /// The variable as the later stages know it.
    pub(super) fn local(&self) -> Local {
        Local { ident: self.ident.clone(), mutable: self.mutable }
    }
}

/// What the check knows at one place of the body: what branches start from and leave.
#[derive(Clone)]
pub(super) struct Flow {
    /// Kind of each variable; `None` before its first assignment.
    pub(super) kinds: Vec<Option<Kind>>,
    /// Whether `*param` was written on every path to here.
    pub(super) written: bool,
    /// The last change of each mutable fixed variable.
    pub(super) versions: BTreeMap<Var, usize>,
}

impl Checker<'_> {
    pub(super) fn push_scope(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    pub(super) fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn find(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// What a plain name stands for, if it is a variable.
    pub(super) fn binding_of(&self, syntax: &Syntax) -> Option<&Binding> {
        self.find(&name_of(syntax)?.to_string())
    }

    /// The names in scope, for what a misspelt one could be.
    pub(super) fn names_in_scope(&self) -> Vec<String> {
        self.scopes.iter().flat_map(|scope| scope.keys().cloned()).collect()
    }

    pub(super) fn bind(&mut self, name: &Ident, binding: Binding) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), binding);
        }
    }

    /// Binds a name to a new variable for values of the step.
    pub(super) fn bind_value(&mut self, name: &Ident, mutable: bool, kind: Option<Kind>, origin: String) -> LocalId {
        let id = self.new_local(name, mutable, kind, origin);
        self.bind(name, Binding::Value { id, mutable });
        id
    }

    pub(super) fn new_local(&mut self, name: &Ident, mutable: bool, kind: Option<Kind>, origin: String) -> LocalId {
        let ident = self.names.unique(name);
        self.variables.push(Variable { ident, mutable, called: name.to_string(), origin });
        self.kinds.push(kind);
        self.variables.len() - 1
    }

    /// Binds a name to a new fixed variable.
    pub(super) fn bind_fixed(&mut self, name: &Ident, mutable: bool, known: Known) -> Var {
        let var = Var(self.names.unique(name));
        if mutable {
            self.change(&var);
        }
        self.bind(name, Binding::Fixed { var: var.clone(), mutable, known });
        var
    }

    /// A mutable fixed variable has another value from here on.
    pub(super) fn change(&mut self, var: &Var) {
        self.changes += 1;
        self.versions.insert(var.clone(), self.changes);
    }

    /// All mutable fixed variables have: in each turn of a loop other ones.
    pub(super) fn change_all(&mut self) {
        let vars: Vec<Var> = self.versions.keys().cloned().collect();
        vars.iter().for_each(|var| self.change(var));
    }

    pub(super) fn flow(&self) -> Flow {
        Flow { kinds: self.kinds.clone(), written: self.written, versions: self.versions.clone() }
    }

    pub(super) fn restore(&mut self, flow: &Flow) {
        self.kinds.truncate(self.variables.len());
        for (kind, before) in self.kinds.iter_mut().zip(&flow.kinds) {
            kind.clone_from(before);
        }
        self.written = flow.written;
        self.versions.clone_from(&flow.versions);
    }

    /// Binds the names of a pattern to values that were reported as wrong, so that their uses are not reported again.
    pub(super) fn bind_wrong(&mut self, pattern: &Pat) {
        struct Idents(Vec<Ident>);
        impl<'s> Visit<'s> for Idents {
            fn visit_pat_ident(&mut self, name: &'s syn::PatIdent) {
                self.0.push(name.ident.clone());
            }
        }
        let mut idents = Idents(Vec::new());
        idents.visit_pat(pattern);
        self.gave_up = true;
        for ident in idents.0 {
            self.bind_value(&ident, true, Some(Kind::Wrong), String::new());
        }
    }

    /// Reports a name that doesn't exist, the first time it is used.
    pub(super) fn unknown(&mut self, name: &str, at: impl ToTokens, message: String) -> Expr {
        match self.unknown.insert(name.to_owned()) {
            true => self.wrong(at, message),
            false => self.invalid(at.span()),
        }
    }
}
