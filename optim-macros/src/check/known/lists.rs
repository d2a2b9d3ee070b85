//! The lists that expressions name: of states, of outputs, and those that a step makes.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::{Expr as Syntax, ExprField};

use crate::ast::LocalId;
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::syntax::name_of;
use crate::diag::source;

/// A list that an expression names.
pub(crate) struct Listed<'s> {
    pub(crate) of: ListOf<'s>,
    /// `history`
    pub(crate) name: String,
    /// `state.history`
    pub(crate) whole: String,
    /// Its length as the user wrote it.
    pub(crate) length: Syntax,
}

/// The declaration of a list.
#[derive(Clone, Copy)]
pub(crate) enum ListOf<'s> {
    /// A declaration among the states.
    States(&'s ExprField),
    /// A declaration among the outputs.
    Outputs(&'s ExprField),
    /// A `let`: its variable, and true if it is `mut`.
    Variable(LocalId, bool),
}

impl Checker<'_> {
    /// The list that an expression names; `None` if it names something else.
    pub(crate) fn list<'s>(&self, base: &'s Syntax) -> Option<Listed<'s>> {
        match base {
            Syntax::Paren(syn::ExprParen { expr, .. }) | Syntax::Group(syn::ExprGroup { expr, .. }) => self.list(expr),
            Syntax::Field(field) => self.list_of_states(field).or_else(|| self.list_of_outputs(field)),
            _ => self.own_list(name_of(base)?),
        }
    }

    /// The list of states with this name; `None` if the state is not a list.
    pub(crate) fn list_of_states<'s>(&self, field: &'s ExprField) -> Option<Listed<'s>> {
        let is_state = matches!(self.scopes.binding_of(&field.base), Some(Binding::State { .. }));
        let declared = self.subject.state_place(field).filter(|_| is_state)?;
        let state = &self.subject.states()[declared];
        let length = state.list.clone()?;
        Some(Listed { of: ListOf::States(field), name: state.name(), whole: source(field), length })
    }

    /// The list of outputs with this name; `None` if the output is not a list.
    pub(crate) fn list_of_outputs<'s>(&self, field: &'s ExprField) -> Option<Listed<'s>> {
        let is_output = matches!(self.scopes.binding_of(&field.base), Some(Binding::Output));
        let output = &self.subject.outputs()[self.subject.output_place(field).filter(|_| is_output)?];
        let length = output.list.clone()?;
        Some(Listed { of: ListOf::Outputs(field), name: output.name(), whole: source(field), length })
    }

    /// The list that a `let` of this name made; `None` if the variable is not a list.
    pub(crate) fn own_list(&self, name: &Ident) -> Option<Listed<'static>> {
        let &Binding::List { id, mutable } = self.scopes.find(&name.to_string())? else { return None };
        let (_, length) = self.scopes.length(id)?;
        let (plain, whole) = (name.unraw().to_string(), name.to_string());
        Some(Listed { of: ListOf::Variable(id, mutable), name: plain, whole, length: length.clone() })
    }
}
