//! Tuples and arrays, and the elements of arrays.

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr as Syntax, ExprIndex, ExprRepeat};

use crate::check::Checker;
use crate::check::words::phrase::{article, counted, help};
use crate::check::syntax::{integer_literal, literal_length};
use crate::ast::{Expr, Node};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Function};
use crate::kind::Kind;

impl Checker<'_> {
    /// The elements of a tuple or an array.
    pub(crate) fn items<'s>(&mut self, syntax: impl Iterator<Item = &'s Syntax>, span: Span, array: bool) -> Expr {
        let items: Vec<Expr> = syntax.map(|item| self.value(item)).collect();
        self.collect(items, span, array)
    }

    fn collect(&mut self, items: Vec<Expr>, span: Span, array: bool) -> Expr {
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
        let Some(kind) = Kind::join_all(&kinds) else {
            let list: Vec<String> = kinds.iter().map(ToString::to_string).collect();
            let shapes = kinds.iter().all(|kind| kind.same_type(&kinds[0]));
            let note = if shapes {
                "one was transposed or multiplied to another shape".to_owned()
            } else {
                format!("these are {}", list.join(", "))
            };
            self.report.errors.push_at(
                span,
                format!("the elements of an array must be of one kind\nnote: {note}\nhelp: use a tuple"),
            );
            return self.invalid(span);
        };
        let items: Vec<Expr> = items.into_iter().map(|item| item.lift(&kind)).collect();
        Expr { kind: Kind::Array(vec![kind; items.len()]), span, node: Node::Array(items) }
    }

    pub(crate) fn repeat(&mut self, repeat: &ExprRepeat) -> Expr {
        let item = self.value(&repeat.expr);
        let span = repeat.span();
        if let Some(fixed) = item.as_fixed().cloned() {
            let length = self.value(&repeat.len);
            let Some(length) = length.as_fixed().cloned() else { return self.invalid(span) };
            return self.fixed(span, Form::Repeat(fixed, length));
        }
        match literal_length(&repeat.len) {
            Some(n) if n <= 64 => self.collect(vec![item; n], span, true),
            _ => self.wrong(&repeat.len, "an array of values needs a literal length, at most 64"),
        }
    }

    pub(crate) fn index(&mut self, index: &ExprIndex) -> Expr {
        let base = self.value(&index.expr);
        let at = self.value(&index.index);
        let span = index.span();
        if base.kind.is_wrong() || at.kind.is_wrong() {
            return self.invalid(span);
        }
        let Some(position) = at.as_fixed().cloned() else {
            let message = format!(
                "this index is {}, which is known only {}{}",
                article(&at.kind),
                self.subject.words.moment,
                self.note(&at)
            );
            return self.wrong(&index.index, help(&message, "index with a fixed number"));
        };
        match base.kind.clone() {
            Kind::Fixed => match base.as_fixed().cloned() {
                Some(fixed) if self.subject.in_schedule() => {
                    self.fixed(span, Form::Call(Function::Element, vec![fixed, position]))
                }
                Some(fixed) => self.fixed(span, Form::Index(fixed, position)),
                None => self.invalid(span),
            },
            Kind::Array(kinds) if !kinds.is_empty() => match literal_length(&index.index) {
                Some(n) if n < kinds.len() => {
                    Expr { kind: kinds[n].clone(), span, node: Node::Field(Box::new(base), n) }
                }
                Some(n) => self.wrong(
                    &index.index,
                    format!("there is no element {n}: this array has {}", counted(kinds.len(), "element")),
                ),
                None => Expr { kind: kinds[0].clone(), span, node: Node::Index(Box::new(base), position) },
            },
            kind @ Kind::Tuple(_) => {
                let message = format!("{kind} can't be indexed");
                let tuple = source(&*index.expr);
                let element = integer_literal(&index.index).unwrap_or_else(|| "0".to_owned());
                self.wrong(index, help(&message, &format!("write `{tuple}.{element}`")))
            }
            kind => self.no_index(&kind, index),
        }
    }

    /// A value that is no array has no elements to name.
    pub(crate) fn no_index(&mut self, kind: &Kind, at: impl ToTokens) -> Expr {
        let message = format!("{} can't be indexed: {} treats all elements alike", article(kind), self.subject.words.body);
        self.wrong(at, help(&message, "use elementwise functions and reductions such as `.row_mean()`"))
    }
}
