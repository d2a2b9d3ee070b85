//! Lifts: broadcasting, and changes between dimensions that are equal.

use proc_macro2::Span;

use super::Lowering;
use super::val::Val;
use crate::ast::Expr;
use crate::ir::{Def, Id};
use crate::kind::{Kind, Shape};
use crate::ops::Library;

impl Lowering<'_> {
    pub(super) fn lift(&mut self, inner: &Expr, kind: &Kind) -> Val {
        let mask = matches!(kind, Kind::Mask(_));
        let id = self.number(inner, mask);
        let (Kind::Num(shape) | Kind::Mask(shape)) = kind else { return Val::Num(id) };
        let own = &self.values[id].shape;
        Val::Num(if own == shape {
            id
        } else if own.join(shape).is_ok() {
            self.repeated(id, shape, inner.span)
        } else {
            self.renamed(id, shape, inner.span)
        })
    }

    /// Renames dimensions that are equal only because of a condition. A pass that runs without the condition would read too far, so a call
    /// moves the numbers, which runs under its condition: transposing twice moves each number to its place.
    fn renamed(&mut self, id: Id, shape: &Shape, span: Span) -> Id {
        let (Shape::Matrix(rows, cols), Shape::Matrix(..)) = (self.values[id].shape.clone(), shape) else { return id };
        let swapped = Shape::Matrix(cols, rows);
        let swapped = self.define(swapped, false, span, Def::Library(Library::Transpose, vec![id], Vec::new()));
        self.define(shape.clone(), false, span, Def::Library(Library::Transpose, vec![swapped], Vec::new()))
    }
}
