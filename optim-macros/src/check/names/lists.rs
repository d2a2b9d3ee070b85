//! Lists of states, lists of outputs and lists that a step makes: `state.history[i]`, `output.sizes[i]`, `turns[i]`.

use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprField, ExprIndex};

use crate::ast::{Expr, List, LocalId, Node};
use crate::check::Checker;
use crate::check::names::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::diag::source;
use crate::fixed::{Fixed, Form, Timed};
use crate::kind::{Axis, Dim, Kind, Shape};

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

    /// The list and the index of an item that may be read or assigned here.
    pub(crate) fn item_place(&mut self, list: &Listed, index: &ExprIndex) -> Option<(List, Fixed)> {
        let place = match list.of {
            ListOf::States(field) => self.state_place(field).map(List::State),
            ListOf::Outputs(field) => self.output_place(field).map(List::Output),
            ListOf::Variable(id, _) => Some(List::Local(id)),
        };
        let at = self.value(&index.index);
        let place = place?;
        if at.kind.is_wrong() || self.breaks(Site::ListItem { list, at: &at, syntax: index }) {
            return None;
        }
        if at.kind != Kind::Timed(Timed::Slot) {
            return Some((place, at.as_fixed()?.clone()));
        }
        let length = match place {
            List::State(state) => self.fixed(at.span, Form::Items(state)),
            List::Output(output) => self.fixed(at.span, Form::OutputItems(output)),
            List::Local(id) => Expr::of(self.scopes.length(id)?.0.clone()),
        };
        Some((place, self.slot_index(&at, &length, &list.name)?))
    }

    /// An item of a list.
    pub(crate) fn item(&mut self, list: &Listed, index: &ExprIndex) -> Expr {
        let span = index.span();
        if let ListOf::Outputs(field) = list.of {
            return self.refused(span, Site::OutputRead(field, Some(index)));
        }
        match self.item_place(list, index) {
            Some((list, at)) => {
                let kind = Self::chosen(self.kind_of_item(list, &at, &source(&*index.index)), at.level());
                Expr { kind, span, node: Node::Item(list, at) }
            }
            None => self.invalid(span),
        }
    }

    /// The kind of an item. In a list by axis, the index of the item is the number of its axis.
    pub(crate) fn kind_of_item(&mut self, list: List, at: &Fixed, text: &str) -> Kind {
        match self.kind_of_items(list) {
            Kind::Num(Shape::Matrix(_, Dim::Axis(Axis { without, number: None }))) => {
                Kind::Num(Shape::of_axis(self.axis(without, at, text)))
            }
            kind => kind,
        }
    }

    /// The kind of all items of a list.
    fn kind_of_items(&mut self, list: List) -> Kind {
        match list {
            List::State(state) => Kind::Num(self.state_shape(state)),
            List::Output(output) => self.output_kind(output),
            List::Local(id) => self.flow.kind(id).cloned().unwrap_or(Kind::Num(Shape::Scalar)),
        }
    }
}
