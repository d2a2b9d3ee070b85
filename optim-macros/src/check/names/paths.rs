//! Names that are read: variables and constants.

use proc_macro2::Span;
use syn::ExprPath;
use syn::spanned::Spanned;

use crate::ast::{Expr, Node, Place};
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::primitive_of;
use crate::fixed::{Fixed, Form};
use crate::kind::Kind;

impl Checker<'_> {
    /// A path: a variable, a constant or the variant of an enum.
    pub(crate) fn path(&mut self, expr: &ExprPath) -> Expr {
        let span = expr.span();
        let Some(ident) = expr.path.get_ident() else { return self.constant(expr) };
        if ident == "self" {
            return self.refused(span, Site::SelfAlone(expr));
        }
        if self.breaks(Site::Read(ident, expr)) {
            return self.invalid(span);
        }
        match self.scopes.find(&ident.to_string()).cloned() {
            Some(Binding::Fixed { var, mutable, known }) => {
                let meaning = match known.meaning {
                    Some(meaning) => meaning,
                    None if mutable => self.facts.meanings.version(&var, self.flow.version(&var)),
                    None => self.facts.meanings.of(Form::Variable(var.clone())),
                };
                Expr::of(Fixed::at_level(Form::Variable(var), span, known.ty, meaning, known.level))
            }
            Some(Binding::Scheduled(value)) => value,
            Some(Binding::Value { id, .. }) => match self.flow.kind(id).cloned() {
                Some(kind) => Expr { kind, span, node: Node::Local(id) },
                None => self.invalid(span),
            },
            Some(Binding::List { .. }) => match self.own_list(ident) {
                Some(list) => self.refused(span, Site::List(&list, expr)),
                None => self.invalid(span),
            },
            Some(Binding::Param | Binding::Place { .. } | Binding::State { .. } | Binding::Input | Binding::Output) => {
                self.invalid(span)
            }
            None => self.constant(expr),
        }
    }

    /// A path that is not a variable: a constant or the variant of an enum.
    fn constant(&mut self, expr: &ExprPath) -> Expr {
        let path = &expr.path;
        if self.breaks(Site::Constant(expr)) {
            return self.invalid(expr.span());
        }
        if let Some(primitive) = primitive_of(path) {
            return self.fixed(expr.span(), Form::Core(primitive));
        }
        if path.is_ident("None") {
            return self.fixed(expr.span(), Form::Constant(path.clone()));
        }
        let path = self.carried_constant(path);
        if path.segments.last().is_some_and(|last| last.ident != "None") {
            self.uses.consts.push(path.clone());
        }
        self.fixed(expr.span(), Form::Constant(path))
    }

    /// The value of the parameter.
    pub(crate) fn param_value(&self, span: Span) -> Expr {
        Expr { kind: Kind::tensor(), span, node: Node::Place(Place::Param) }
    }
}
