//! Expressions: one arm per syntax, each in the file of its topic.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, Lit, Member};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::kinds::numbers::type_of_literal;
use crate::check::known::scopes::Binding;
use crate::check::rules::Site;
use crate::check::syntax::name_of;
use crate::fixed::{Fixed, Form, Level, Timed, Type};
use crate::kind::Kind;

impl Checker<'_> {
    pub(crate) fn expr(&mut self, syntax: &Syntax) -> Expr {
        if self.breaks(Site::Expression(syntax)) {
            return self.invalid(syntax.span());
        }
        self.calls.deeper();
        let expr = self.expr_by_syntax(syntax);
        self.calls.shallower();
        expr
    }

    fn expr_by_syntax(&mut self, syntax: &Syntax) -> Expr {
        let span = syntax.span();
        match syntax {
            Syntax::Lit(literal) => self.literal(&literal.lit),
            Syntax::Path(path) => self.path(path),
            Syntax::Paren(inner) => self.expr(&inner.expr),
            Syntax::Group(inner) => self.expr(&inner.expr),
            Syntax::Unary(unary) => self.unary(unary),
            Syntax::Binary(binary) => self.binary(binary),
            Syntax::Assign(assign) => self.assign(&assign.left, &assign.right, span),
            Syntax::Field(field) => self.field(field),
            Syntax::Index(index) => self.index(index),
            Syntax::MethodCall(call) => self.method_call(call),
            Syntax::Call(call) => self.call(call),
            Syntax::Tuple(tuple) => self.items(tuple.elems.iter(), span, false),
            Syntax::Array(array) => self.items(array.elems.iter(), span, true),
            Syntax::Repeat(repeat) => self.repeat(repeat),
            Syntax::Reference(reference) => self.expr(&reference.expr),
            Syntax::Cast(cast) => self.cast(cast),
            Syntax::Range(range) => self.range(range),
            Syntax::Block(block) => self.block_expr(&block.block),
            Syntax::If(branch) => self.branch(branch, syntax),
            Syntax::Match(matched) => self.matched(matched, syntax),
            Syntax::ForLoop(iterations) => self.for_loop(iterations),
            Syntax::While(iterations) => self.while_loop(iterations),
            Syntax::Macro(call) => self.refused(span, Site::Macro(call)),
            other => self.refused(span, Site::Unsupported(other)),
        }
    }

    fn literal(&mut self, literal: &Lit) -> Expr {
        let span = literal.span();
        if self.breaks(Site::Literal(literal)) {
            return self.invalid(span);
        }
        self.fixed_of(span, Form::Literal(literal.clone()), type_of_literal(literal))
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let value = self.value(&cast.expr);
        match value.as_fixed() {
            Some(fixed) => {
                let ty = Box::new(self.carried_type((*cast.ty).clone()));
                self.fixed_of(cast.span(), Form::Cast(fixed.clone(), ty), Type::of_syntax(&cast.ty))
            }
            None => self.refused(cast.span(), Site::Cast(&value, cast)),
        }
    }

    fn range(&mut self, range: &syn::ExprRange) -> Expr {
        let mut end = |bound: &Option<Box<Syntax>>| match bound {
            None => Some(None),
            Some(bound) => {
                let value = self.value(bound);
                let broken = self.breaks(Site::Bound(&value, bound));
                value.as_fixed().filter(|_| !broken).cloned().map(Some)
            }
        };
        let (start, stop) = (end(&range.start), end(&range.end));
        match (start, stop) {
            (Some(start), Some(stop)) => self.fixed(range.span(), Form::Range(start, range.limits, stop)),
            _ => self.invalid(range.span()),
        }
    }

    fn field(&mut self, field: &syn::ExprField) -> Expr {
        let span = field.span();
        if let Some(name) = name_of(&field.base) {
            match self.scopes.find(&name.to_string()) {
                _ if name == "self" => return self.setting(field),
                Some(Binding::State { .. }) => return self.state(field),
                Some(Binding::Input) => return self.input(field),
                Some(Binding::Output) => return self.refused(span, Site::OutputRead(field, None)),
                Some(Binding::Param) => return self.refused(span, Site::ParamField(name, field)),
                _ => {}
            }
        }
        let base = self.value(&field.base);
        if self.breaks(Site::Field(&base, field)) {
            return self.invalid(span);
        }
        match (&base.kind, &field.member) {
            (Kind::Fixed, member) => match base.as_fixed() {
                Some(fixed) => self.fixed(span, Form::Member(fixed.clone(), member.clone())),
                None => self.invalid(span),
            },
            (Kind::Tuple(kinds), Member::Unnamed(place)) => {
                let place = place.index as usize;
                if let Node::Local(id) = base.node
                    && let Some(fixed) = self.scopes.element(id, place)
                {
                    return Expr::of(fixed.clone());
                }
                let Some(kind) = kinds.get(place).cloned() else { return self.invalid(span) };
                Expr { kind, span, node: Node::Field(Box::new(base), place) }
            }
            _ => self.invalid(span),
        }
    }

    /// An expression that is used as a value.
    pub(crate) fn value(&mut self, syntax: &Syntax) -> Expr {
        let expr = self.expr(syntax);
        if self.breaks(Site::Value(&expr, syntax)) { self.invalid(expr.span) } else { expr }
    }

    /// A fixed expression.
    pub(crate) fn fixed(&mut self, span: Span, form: Form<Fixed>) -> Expr {
        self.fixed_of(span, form, None)
    }

    /// A fixed expression of a known type.
    pub(crate) fn fixed_of(&mut self, span: Span, form: Form<Fixed>, ty: Option<Type>) -> Expr {
        let meaning = self.facts.meanings.of(form.map(&mut Fixed::meaning));
        Expr::of(Fixed::new(form, span, ty, meaning))
    }
}

impl Expr {
    /// A fixed expression as an expression of the body.
    pub(crate) fn of(fixed: Fixed) -> Self {
        let kind = match fixed.level() {
            Level::Shared | Level::Fixed => Kind::Fixed,
            Level::Timed(timed) => Kind::Timed(timed),
        };
        Self { kind, span: fixed.span(), node: Node::Fixed(fixed) }
    }

    /// The fixed expression, if the value is known before training.
    pub(crate) fn as_fixed(&self) -> Option<&Fixed> {
        self.as_known().filter(|fixed| !fixed.level().is_timed())
    }

    /// The fixed expression, if the value is known before each step.
    pub(crate) fn as_known(&self) -> Option<&Fixed> {
        match &self.node {
            Node::Fixed(fixed) => Some(fixed),
            _ => None,
        }
    }

    /// The fixed expression, if the value is a condition that is known before each step but not before training.
    pub(crate) fn as_timed(&self) -> Option<&Fixed> {
        self.as_known().filter(|_| self.kind == Kind::Timed(Timed::Condition))
    }

    /// The fixed expression, if the value may decide an `if`.
    pub(crate) fn as_deciding(&self) -> Option<&Fixed> {
        self.as_fixed().or_else(|| self.as_timed())
    }
}
