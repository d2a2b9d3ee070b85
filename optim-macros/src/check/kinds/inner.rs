//! The inner optimizer of a wrapper: `self.inner.step(param, grad)`.

use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprField, ExprMethodCall, UnOp};

use crate::ast::{Expr, Node, Place, Stmt, Target};
use crate::check::Checker;
use crate::check::kinds::assignments::statement_expr;
use crate::check::names::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::kind::Kind;
use crate::language::Routine;

/// The code around a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surrounding {
    /// The first arm of a timed `if`.
    Due,
    /// Its `else`.
    NotDue,
    /// An arm of a branch that is fixed.
    Fixed,
}

impl Checker<'_> {
    /// `self.inner`, if that is the inner optimizer.
    pub(crate) fn inner_field<'s>(&self, syntax: &'s Syntax) -> Option<&'s ExprField> {
        match syntax {
            Syntax::Paren(inner) => self.inner_field(&inner.expr),
            Syntax::Field(field) if name_of(&field.base).is_some_and(|base| base == "self") => {
                Some(field).filter(|field| self.subject.is_inner(field))
            }
            _ => None,
        }
    }

    /// A call of the inner optimizer: an assignment to the place that it is given.
    pub(crate) fn inner_call(&mut self, call: &ExprMethodCall, field: &ExprField) -> Expr {
        let span = call.span();
        if self.breaks(Site::InnerCall(call, field)) {
            return self.invalid(span);
        }
        self.uses.inner_calls.push(span);
        if self.subject.routine == Some(Routine::Eval) {
            return self.inner_eval(call);
        }
        let (Some(first), Some(second)) = (call.args.first(), call.args.get(1)) else { return self.invalid(span) };
        let place = self.inner_place(first);
        let grad = self.value(second);
        let Some(place) = place else { return self.refused(span, Site::InnerPlace(first)) };
        let kind = match place {
            Place::Param | Place::Input(_) => Kind::tensor(),
            Place::State(index) => Kind::Num(self.state_shape(index)),
        };
        if grad.kind.is_wrong() || self.breaks(Site::InnerOperands { call, place: &kind, grad: &grad }) {
            return self.invalid(span);
        }
        if let Place::Param = place {
            self.flow.write_param(first.span());
        }
        let left = Expr { kind: Kind::tensor(), span, node: Node::Inner(place, Box::new(grad)) };
        statement_expr(Stmt::Assign(Target::Place(place), left), span)
    }

    /// `self.inner.eval(weights)`: a value.
    fn inner_eval(&mut self, call: &ExprMethodCall) -> Expr {
        let (span, kind) = (call.span(), Kind::tensor());
        let Some(weights) = call.args.first().map(|weights| self.value(weights)) else { return self.invalid(span) };
        if weights.kind.is_wrong() || self.breaks(Site::InnerOperands { call, place: &kind, grad: &weights }) {
            return self.invalid(span);
        }
        Expr { kind, span, node: Node::InnerEval(Box::new(weights)) }
    }

    /// The place that `param` and `&mut state.name` stand for.
    fn inner_place(&mut self, syntax: &Syntax) -> Option<Place> {
        match syntax {
            Syntax::Paren(inner) => self.inner_place(&inner.expr),
            Syntax::Group(inner) => self.inner_place(&inner.expr),
            Syntax::Path(_) => matches!(self.scopes.binding_of(syntax), Some(Binding::Param)).then_some(Place::Param),
            Syntax::Reference(reference) if reference.mutability.is_some() => match &*reference.expr {
                Syntax::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.inner_place(&unary.expr),
                Syntax::Field(field) if matches!(self.scopes.binding_of(&field.base), Some(Binding::State { .. })) => {
                    if self.breaks(Site::StateChanged(field, &reference.expr)) {
                        return None;
                    }
                    self.state_place(field).map(Place::State)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
