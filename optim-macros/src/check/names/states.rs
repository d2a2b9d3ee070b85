//! `state.exp_avg`: states by name.

use syn::ExprField;
use syn::spanned::Spanned;

use crate::ast::{Expr, Node, Place};
use crate::check::Checker;
use crate::check::rules::Site;

impl Checker<'_> {
    /// The value of a state.
    pub(crate) fn state(&mut self, field: &ExprField) -> Expr {
        let span = field.span();
        match self.state_place(field) {
            Some(index) => Expr { kind: self.subject.state_kind(index), span, node: Node::Place(Place::State(index)) },
            None => self.invalid(span),
        }
    }

    /// The place of a state that may be touched here.
    pub(crate) fn state_place(&mut self, field: &ExprField) -> Option<usize> {
        if self.breaks(Site::State(field)) {
            return None;
        }
        let index = self.subject.state_place(field)?;
        self.uses.states.insert(index);
        let state = &self.subject.states()[index];
        if let Some(condition) = &state.cond {
            let needed = self.declared_condition(condition);
            let standing = self.facts.standing(needed);
            if self.breaks(Site::ConditionalState(field, state, standing)) {
                return None;
            }
        }
        Some(index)
    }

    /// Every state is there for something: it costs memory in every parameter.
    pub(crate) fn declared_states(&mut self) {
        for (place, state) in self.subject.states().iter().enumerate() {
            self.breaks(Site::Declared(place, state));
        }
    }
}
