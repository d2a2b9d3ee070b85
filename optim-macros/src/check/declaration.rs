//! Conditions of declared states, as the body of the step has to know them.

use proc_macro2::{Ident, Span};
use syn::Expr as Syntax;

use super::condition::Condition;
use super::{Binding, Checker};

impl Checker<'_> {
    /// The condition of a state in normal form: it names the parameter `param`, whatever the step calls it.
    pub(super) fn declared_condition(&mut self, syntax: &Syntax) -> Condition {
        let scopes = std::mem::take(&mut self.scopes);
        self.push_scope();
        self.bind(&Ident::new("param", Span::call_site()), Binding::Param);
        let condition = self.condition_of(syntax);
        self.scopes = scopes;
        condition
    }
}
