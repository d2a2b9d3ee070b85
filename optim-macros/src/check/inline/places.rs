//! Places that a function can change: a parameter `&mut Tensor` stands for a place of the caller.

use proc_macro2::{Ident, Span};
use syn::{Expr as Syntax, ExprReference};

use crate::ast::{Expr, LocalId, Node, Place, Target};
use crate::check::Checker;
use crate::check::known::lists::ListOf;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::reference_target;
use crate::kind::Kind;

impl Checker<'_> {
    /// The place that an argument names; `None` if it names none, or after a reported mistake.
    pub(crate) fn place_argument(&mut self, argument: &Syntax, inner: &Syntax) -> Option<Binding> {
        let inner = reference_target(inner);
        match self.scopes.binding_of(inner).cloned() {
            Some(binding @ (Binding::Param | Binding::Place { .. })) => return Some(binding),
            Some(Binding::Value { id, mutable: true }) => {
                let called = self.scopes.variable(id).called.clone();
                return Some(Binding::Place { target: Target::Local(id, Vec::new()), called });
            }
            _ => {}
        }
        let taken = matches!(argument, Syntax::Reference(ExprReference { mutability: Some(_), .. }));
        let (target, called) = match inner {
            Syntax::Field(field) if self.is_state(&field.base) && taken => {
                let list = self.list_of_states(field);
                let broken = list.is_some_and(|list| self.breaks(Site::List(&list, field)))
                    || self.breaks(Site::StateChanged(field, inner));
                let place = self.state_place(field).filter(|_| !broken)?;
                let name = self.subject.states()[place].name();
                (Target::Place(Place::State(place)), format!("state.{name}"))
            }
            Syntax::Index(index) if taken => {
                let list = self.list(&index.expr)?;
                let broken = match list.of {
                    ListOf::States(field) => self.breaks(Site::StateChanged(field, inner)),
                    // Refused when the argument was read.
                    ListOf::Outputs(_) => return None,
                    ListOf::Variable(..) => self.breaks(Site::ListChanged(&list, inner)),
                };
                let (place, at) = self.item_place(&list, index).filter(|_| !broken)?;
                (Target::Item(place, at), list.whole)
            }
            _ => return None,
        };
        Some(Binding::Place { target, called })
    }

    fn is_state(&self, base: &Syntax) -> bool {
        matches!(self.scopes.binding_of(base), Some(Binding::State { .. }))
    }

    /// Binds a parameter to a new variable. It stands for any place of this kind, because there is no caller.
    pub(crate) fn bind_any_place(&mut self, name: &Ident, kind: Kind, origin: String) {
        let id = self.new_local(name, true, Some(kind), origin);
        let (target, called) = (Target::Local(id, Vec::new()), name.to_string());
        self.scopes.bind(name, Binding::Place { target, called });
    }

    /// The value in a place.
    pub(crate) fn value_in(&mut self, target: &Target, span: Span) -> Expr {
        let (kind, node) = match target {
            Target::Place(Place::State(state)) => {
                (Kind::Num(self.state_shape(*state)), Node::Place(Place::State(*state)))
            }
            Target::Place(place) => (Kind::tensor(), Node::Place(*place)),
            Target::Item(list, at) => {
                let kind = Self::chosen(self.kind_of_item(*list, at, "i"), at.level());
                (kind, Node::Item(*list, at.clone()))
            }
            Target::Local(id, _) => match self.flow.kind(*id).cloned() {
                Some(kind) => (kind, Node::Local(*id)),
                None => return self.invalid(span),
            },
        };
        Expr { kind, span, node }
    }

    /// `*place = value`
    pub(crate) fn assign_place(
        &mut self,
        (target, called): (Target, &str),
        value: Expr,
        right: &Syntax,
        span: Span,
    ) -> Expr {
        match target {
            Target::Local(id, _) => self.assign_local(id, called, value, right, span),
            target => {
                let kind = match &target {
                    Target::Item(list, at) => self.kind_of_item(*list, at, "i"),
                    target => self.value_in(target, span).kind,
                };
                self.store(target, &kind, &format!("`{called}`"), value, right, span)
            }
        }
    }

    /// `variable = value`
    pub(crate) fn assign_local(&mut self, id: LocalId, called: &str, value: Expr, right: &Syntax, span: Span) -> Expr {
        let kind = self.flow.kind(id).cloned().unwrap_or_else(|| value.kind.clone());
        let origin = self.origin(&value);
        self.scopes.first_value(id, origin);
        let is_own = self.control.assign(id);
        let becomes = if is_own { value.kind.clone().of_parameter() } else { value.kind.clone() };
        let assigned = self.store(Target::Local(id, Vec::new()), &kind, &format!("`{called}`"), value, right, span);
        if becomes.same_type(&kind) && !assigned.kind.is_wrong() {
            self.flow.set_kind(id, becomes);
        }
        assigned
    }
}
