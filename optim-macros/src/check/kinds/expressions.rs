//! Expressions: one arm per syntax, each in the file of its topic.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, Lit};

use crate::check::Checker;
use crate::check::kinds::integers::type_of_literal;
use crate::check::words::phrase::{article, help};
use crate::check::names::scopes::Binding;
use crate::check::syntax::primitive_of;
use crate::ast::{Expr, Node, Place};
use crate::diag::{nearest, source};
use crate::fixed::{Fixed, Form, Type};
use crate::kind::{Kind, Shape};
use crate::parse::chains::TOO_DEEP;

impl Checker<'_> {
    pub(crate) fn expr(&mut self, syntax: &Syntax) -> Expr {
        // Of helper functions that call each other: one function alone is not so deep.
        if !self.calls.deeper() {
            return self.wrong(syntax, TOO_DEEP);
        }
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
            Syntax::Block(block) if block.label.is_none() => self.block_expr(&block.block),
            Syntax::If(branch) => self.branch(branch),
            Syntax::Match(matched) => self.matched(matched),
            Syntax::ForLoop(turns) => self.for_loop(turns),
            other => self.refuse(other),
        }
    }

    fn literal(&mut self, literal: &Lit) -> Expr {
        match literal {
            Lit::Int(_) | Lit::Float(_) | Lit::Bool(_) => {
                self.fixed_of(literal.span(), Form::Literal(literal.clone()), type_of_literal(literal))
            }
            _ => self.wrong(literal, format!("only numbers and booleans can stand in {}", self.subject.words.body)),
        }
    }

    fn path(&mut self, expr: &syn::ExprPath) -> Expr {
        let span = expr.span();
        let Some(ident) = expr.path.get_ident() else { return self.constant(expr) };
        if ident == "self" {
            if self.subject.definition.is_none() {
                return self.no_self(expr);
            }
            return self.wrong(
                expr,
                help(
                    &format!("`self` as a whole is not a value of {}", self.subject.words.this_body),
                    &format!("name the {}, `self.{}`", self.subject.words.field, self.subject.words.example),
                ),
            );
        }
        match self.scopes.find(&ident.to_string()).cloned() {
            Some(Binding::Fixed { var, mutable, known }) => {
                let meaning = match known.meaning {
                    Some(meaning) => meaning,
                    None if mutable => {
                        self.facts.meanings.version(&var, self.flow.version(&var))
                    }
                    None => self.facts.meanings.of(Form::Variable(var.clone())),
                };
                Expr::of(Fixed::new(Form::Variable(var), span, known.ty, meaning))
            }
            Some(Binding::Scheduled(value)) => value,
            Some(Binding::Value { id, .. }) => match self.flow.kind(id).cloned() {
                Some(kind) => Expr { kind, span, node: Node::Local(id) },
                None => self.wrong(
                    expr,
                    help(
                        &format!("`{ident}` has no value yet on some path to here"),
                        &format!("give it one where it is declared: `let mut {ident} = …;`"),
                    ),
                ),
            },
            Some(Binding::Param) => self.param_alone(ident, expr, "` for its value"),
            Some(Binding::State) => self.wrong(
                expr,
                help(
                    &format!("`{ident}` as a whole is not a value"),
                    &format!("name one state, `{ident}.{}`", self.subject.any_state()),
                ),
            ),
            None => self.constant(expr),
        }
    }

    /// A path that is no variable: a constant or the variant of an enum.
    fn constant(&mut self, expr: &syn::ExprPath) -> Expr {
        let last = expr.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if expr.path.get_ident().is_some() && last != "None" && last.chars().next().is_some_and(char::is_lowercase) {
            let names = self.scopes.visible();
            let hint = nearest(&last, names.iter().map(String::as_str));
            let message = format!("there is no variable `{last}` here");
            let message =
                hint.map_or_else(|| message.clone(), |near| help(&message, &format!("there is one called `{near}`")));
            return self.unknown_name(&last, expr, message);
        }
        let path = &expr.path;
        if expr.qself.is_some() {
            return self.wrong(
                expr,
                help(
                    &format!("a qualified path can't stand in {}", self.subject.words.body),
                    "name a constant of this crate or of a number type",
                ),
            );
        }
        if let Some(primitive) = primitive_of(path) {
            return self.fixed(expr.span(), Form::Core(primitive));
        }
        if last != "None" {
            self.uses.consts.push(path.clone());
        }
        self.fixed(expr.span(), Form::Constant(path.clone()))
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Expr {
        let value = self.value(&cast.expr);
        let ty = &cast.ty;
        if let Some(fixed) = value.as_fixed().cloned() {
            return self.fixed_of(cast.span(), Form::Cast(fixed, ty.clone()), Type::of_syntax(ty));
        }
        if value.kind.is_wrong() {
            return value;
        }
        let message = format!(
            "{} can't be cast: its numbers are known only {}{}",
            article(&value.kind),
            self.subject.words.moment,
            self.note(&value)
        );
        let advice = match value.kind {
            Kind::Mask(_) => "choose numbers with `select(mask, 1.0, 0.0)`",
            _ if matches!(source(ty).as_str(), "f64" | "f32") => "leave the cast out: it is a number already",
            _ => {
                "round with `.floor()` or `.trunc()`, take powers with `.powf(…)`, choose with `select(x > 0.0, a, b)`"
            }
        };
        self.wrong(cast, help(&message, advice))
    }

    fn range(&mut self, range: &syn::ExprRange) -> Expr {
        let mut end = |bound: &Option<Box<Syntax>>| match bound {
            None => Some(None),
            Some(bound) => {
                let value = self.value(bound);
                if !value.kind.is_fixed() && !value.kind.is_wrong() {
                    let message = format!(
                        "this loop bound is {}, which is known only {}{}",
                        article(&value.kind),
                        self.subject.words.moment,
                        self.note(&value)
                    );
                    let setting = if self.subject.in_schedule() { "an argument" } else { "a field" };
                    let advice = format!("use a fixed bound: a literal, a `const`, or {setting} of an integer type");
                    self.report.errors.push(bound, help(&message, &advice));
                }
                value.as_fixed().cloned().map(Some)
            }
        };
        let (start, stop) = (end(&range.start), end(&range.end));
        match (start, stop) {
            (Some(start), Some(stop)) => self.fixed(range.span(), Form::Range(start, range.limits, stop)),
            _ => self.invalid(range.span()),
        }
    }

    fn field(&mut self, field: &syn::ExprField) -> Expr {
        if let Some(expr) = self.named_field(field) {
            return expr;
        }
        let span = field.span();
        let base = self.value(&field.base);
        let member = &field.member;
        match (&base.kind, member) {
            (Kind::Wrong, _) => self.invalid(span),
            (Kind::Fixed, _) => match base.as_fixed().cloned() {
                Some(fixed) => self.fixed(span, Form::Member(fixed, member.clone())),
                None => self.invalid(span),
            },
            (Kind::Tuple(kinds), syn::Member::Unnamed(n)) if (n.index as usize) < kinds.len() => {
                let n = n.index as usize;
                if let Node::Local(id) = base.node
                    && let Some(fixed) = self.scopes.element(id, n)
                {
                    return Expr::of(fixed.clone());
                }
                Expr { kind: kinds[n].clone(), span, node: Node::Field(Box::new(base), n) }
            }
            (kind, _) => {
                let message = format!("{kind} has no field `{}`", source(member));
                self.wrong(member, message)
            }
        }
    }

    /// An expression that is used as a value: `param` alone stands for its reference and is refused.
    pub(crate) fn value(&mut self, syntax: &Syntax) -> Expr {
        let expr = self.expr(syntax);
        if expr.kind == Kind::unit() {
            return self
                .wrong(syntax, help("this has no value", "a block or a function ends with its value, without `;`"));
        }
        expr
    }

    /// The value of the parameter.
    pub(crate) fn param_value(&self, span: Span) -> Expr {
        Expr { kind: Kind::Num(Shape::TENSOR), span, node: Node::Place(Place::Param) }
    }
}

impl Expr {
    /// A fixed expression as one of the body.
    pub(crate) fn of(fixed: Fixed) -> Self {
        Self { kind: Kind::Fixed, span: fixed.span(), node: Node::Fixed(fixed) }
    }

    /// The fixed expression that it is.
    pub(crate) fn as_fixed(&self) -> Option<&Fixed> {
        match &self.node {
            Node::Fixed(fixed) => Some(fixed),
            _ => None,
        }
    }
}
