//! Tuples and arrays, and the elements of arrays.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprIndex, ExprRepeat};

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::check::syntax::literal_length;
use crate::fixed::{Fixed, Form, Function};
use crate::kind::Kind;

impl Checker<'_> {
    /// The elements of a tuple or an array.
    pub(crate) fn items<'s>(&mut self, syntax: impl Iterator<Item = &'s Syntax>, span: Span, array: bool) -> Expr {
        let syntax: Vec<&Syntax> = syntax.collect();
        let items: Vec<Expr> = syntax.iter().map(|item| self.value(item)).collect();
        self.collect(items, &syntax, span, array)
    }

    fn collect(&mut self, items: Vec<Expr>, syntax: &[&Syntax], span: Span, array: bool) -> Expr {
        let fixed: Option<Vec<Fixed>> = items.iter().map(|item| item.as_fixed().cloned()).collect();
        if let Some(fixed) = fixed
            && (array || !fixed.is_empty())
        {
            return self.fixed(span, if array { Form::Array(fixed) } else { Form::Tuple(fixed) });
        }
        let kinds: Vec<Kind> = items.iter().map(|item| item.kind.clone()).collect();
        if !array {
            return Expr { kind: Kind::Tuple(kinds), span, node: Node::Tuple(items) };
        }
        self.breaks(Site::Elements(&items, syntax));
        let Some(kind) = Kind::join_all(&kinds) else { return self.invalid(span) };
        let items: Vec<Expr> = items.into_iter().map(|item| item.lift(&kind)).collect();
        Expr { kind: Kind::Array(vec![kind; items.len()]), span, node: Node::Array(items) }
    }

    pub(crate) fn repeat(&mut self, repeat: &ExprRepeat) -> Expr {
        let item = self.value(&repeat.expr);
        let span = repeat.span();
        if let Some(fixed) = item.as_fixed().cloned() {
            let length = self.value(&repeat.len);
            return self.fixed_repeat(fixed, &length, repeat);
        }
        let broken = self.breaks(Site::Repeat(repeat));
        match literal_length(&repeat.len).filter(|_| !broken) {
            Some(n) => self.collect(vec![item; n], &[&repeat.expr], span, true),
            None => self.invalid(span),
        }
    }

    pub(crate) fn index(&mut self, index: &ExprIndex) -> Expr {
        if let Some(list) = self.list(&index.expr) {
            return self.item(&list, index);
        }
        let base = self.value(&index.expr);
        let at = self.value(&index.index);
        let span = index.span();
        if base.kind.is_wrong() || at.kind.is_wrong() {
            return self.invalid(span);
        }
        if self.breaks(Site::Index { base: &base, at: &at, syntax: index }) {
            return self.invalid(span);
        }
        let Some(position) = self.position(&at, &base, &index.expr) else { return self.invalid(span) };
        match &base.kind {
            Kind::Fixed => match base.as_fixed().cloned() {
                Some(fixed) if self.subject.in_schedule() => {
                    self.fixed(span, Form::Call(Function::Element, vec![fixed, position]))
                }
                Some(fixed) => {
                    let element = self.fixed(span, Form::Index(fixed, position));
                    // A slot picks different elements in different steps, so the result is a number of the step.
                    if element.kind.is_fixed() { element } else { element.lift(&Kind::scalar()) }
                }
                None => self.invalid(span),
            },
            Kind::Array(kinds) => {
                let place = literal_length(&index.index);
                let Some(kind) = kinds.get(place.unwrap_or(0)).cloned() else { return self.invalid(span) };
                let node = match place {
                    Some(place) => Node::Field(Box::new(base), place),
                    None => Node::Index(Box::new(base), position.clone()),
                };
                let kind = Self::chosen(kind, position.level());
                Expr { kind, span, node }
            }
            _ => self.invalid(span),
        }
    }
}
