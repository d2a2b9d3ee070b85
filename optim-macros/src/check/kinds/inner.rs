//! The inner optimizer of a wrapper: `self.inner.step(param, grad)`.

use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprField, ExprMethodCall, UnOp};

use crate::ast::{Expr, Node, Place, Stmt, Target};
use crate::check::Checker;
use crate::check::kinds::assignments::statement_expr;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::kind::Kind;
use crate::language::Routine;

/// The first argument of a call of the inner optimizer, which the call updates.
enum Updated<'s> {
    Place(Place),
    /// A variable, an element of one, or an item of a list.
    Lent(&'s Syntax),
}

impl Checker<'_> {
    /// Returns the field if an expression is `self.inner` of a wrapper.
    pub(crate) fn inner_field<'s>(&self, syntax: &'s Syntax) -> Option<&'s ExprField> {
        match syntax {
            Syntax::Paren(inner) => self.inner_field(&inner.expr),
            Syntax::Field(field) if name_of(&field.base).is_some_and(|base| base == "self") => {
                Some(field).filter(|field| self.subject.is_inner(field))
            }
            _ => None,
        }
    }

    /// A call of the inner optimizer, which assigns its first argument.
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
        let updated = self.updated(first);
        let grad = self.value(second);
        let Some((updated, before)) = updated else { return self.refused(span, Site::InnerPlace(first)) };
        let wrong = before.kind.is_wrong() || grad.kind.is_wrong();
        if wrong || self.breaks(Site::InnerOperands { call, place: &before.kind, grad: &grad }) {
            return self.invalid(span);
        }
        let left =
            |place, before| Expr { kind: Kind::tensor(), span, node: Node::Inner(place, Box::new([before, grad])) };
        match updated {
            Updated::Lent(target) => self.assign_value(target, left(None, before), second, span),
            Updated::Place(place) => {
                if let Place::Param = place {
                    self.flow.write_param(first.span());
                }
                statement_expr(Stmt::Assign(Target::Place(place), left(Some(place), before)), span)
            }
        }
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

    /// The target that the first argument names, and its value before the call.
    fn updated<'s>(&mut self, syntax: &'s Syntax) -> Option<(Updated<'s>, Expr)> {
        let of_place = |place, kind| {
            let before = Expr { kind, span: syntax.span(), node: Node::Place(place) };
            Some((Updated::Place(place), before))
        };
        match syntax {
            Syntax::Paren(inner) => self.updated(&inner.expr),
            Syntax::Group(inner) => self.updated(&inner.expr),
            Syntax::Path(_) if matches!(self.scopes.binding_of(syntax), Some(Binding::Param)) => {
                of_place(Place::Param, Kind::tensor())
            }
            Syntax::Reference(reference) if reference.mutability.is_some() => match &*reference.expr {
                Syntax::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.updated(&unary.expr),
                Syntax::Field(field) if matches!(self.scopes.binding_of(&field.base), Some(Binding::State { .. })) => {
                    let list = self.list_of_states(field);
                    let broken = list.is_some_and(|list| self.breaks(Site::List(&list, field)))
                        || self.breaks(Site::StateChanged(field, &reference.expr));
                    match self.state_place(field).filter(|_| !broken) {
                        Some(place) => {
                            let kind = Kind::Num(self.state_shape(place));
                            of_place(Place::State(place), kind)
                        }
                        None => Some((Updated::Lent(&reference.expr), self.invalid(syntax.span()))),
                    }
                }
                target @ (Syntax::Path(_) | Syntax::Field(_) | Syntax::Index(_))
                    if !matches!(self.scopes.binding_of(target), Some(Binding::Param)) =>
                {
                    Some((Updated::Lent(target), self.value(target)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
