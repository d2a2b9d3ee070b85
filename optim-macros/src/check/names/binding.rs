//! Binding of names to variables.

use proc_macro2::Ident;
use syn::Pat;
use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::ast::LocalId;
use crate::check::Checker;
use crate::check::known::scopes::{Binding, Known};
use crate::fixed::Var;
use crate::kind::Kind;

impl Checker<'_> {
    /// Binds a name to a new variable for values of the step.
    pub(crate) fn bind_value(&mut self, name: &Ident, mutable: bool, kind: Option<Kind>, origin: String) -> LocalId {
        let id = self.new_local(name, mutable, kind, origin);
        self.scopes.bind(name, Binding::Value { id, mutable });
        id
    }

    /// A new variable without a name.
    pub(crate) fn new_local(&mut self, name: &Ident, mutable: bool, kind: Option<Kind>, origin: String) -> LocalId {
        self.flow.declare(kind);
        self.control.declare();
        self.scopes.add(name, mutable, origin)
    }

    /// Binds a name to a new fixed variable.
    pub(crate) fn bind_fixed(&mut self, name: &Ident, mutable: bool, known: Known) -> Var {
        let var = Var(self.scopes.unique(name));
        if mutable {
            self.flow.declare_fixed(&var);
        }
        self.scopes.bind(name, Binding::Fixed { var: var.clone(), mutable, known });
        var
    }

    /// Binds the names of a pattern to wrong values, so that their uses are not reported again.
    pub(crate) fn bind_wrong(&mut self, pattern: &Pat) {
        struct Idents(Vec<Ident>);
        impl<'s> Visit<'s> for Idents {
            fn visit_pat_ident(&mut self, name: &'s syn::PatIdent) {
                self.0.push(name.ident.clone());
            }
        }
        let mut idents = Idents(Vec::new());
        idents.visit_pat(pattern);
        self.report.give_up(pattern.span());
        for ident in idents.0 {
            self.bind_value(&ident, true, Some(Kind::Wrong), String::new());
        }
    }
}
