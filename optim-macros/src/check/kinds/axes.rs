//! Axes of the parameter by number: their sizes, and reductions to them.

use proc_macro2::Span;
use syn::ExprMethodCall;
use syn::spanned::Spanned;

use crate::ast::{Expr, Node};
use crate::check::Checker;
use crate::check::rules::Site;
use crate::diag::source;
use crate::fixed::{self, Fixed, Form, Function};
use crate::kind::{Axis, Kind, Length, Shape, SizeSource};
use crate::ops::{Library, Reduce};

impl Checker<'_> {
    /// The axis with this number, which messages call by `text`.
    pub(crate) fn axis(&mut self, without: bool, number: &Fixed, text: &str) -> Axis {
        let number = self.scopes.spelled_out(number).unwrap_or_else(|| number.clone());
        Axis { without, number: Some(Length::new(number.meaning(), text, SizeSource::Written(number))) }
    }

    /// `param.dim(i)`
    pub(super) fn dim(&mut self, call: &ExprMethodCall) -> Expr {
        let span = call.span();
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.value(argument)).collect();
        if self.breaks(Site::Axis(call, &arguments)) {
            return self.invalid(span);
        }
        match arguments.first().and_then(Expr::as_fixed).cloned() {
            Some(number) => self.size_of_axis(number, span),
            None => self.invalid(span),
        }
    }

    fn size_of_axis(&mut self, number: Fixed, span: Span) -> Expr {
        self.fixed_of(span, Form::Call(Function::Dim, vec![number]), Some(fixed::Type::usize()))
    }

    /// The number of indices of an axis, or of all other axes.
    pub(super) fn number_of_axis(&mut self, axis: &Axis, span: Span) -> Option<Fixed> {
        let number = self.number_of_length(axis.number.as_ref()?, span)?;
        if axis.without {
            return None;
        }
        self.size_of_axis(number, span).as_fixed().cloned()
    }

    /// `x.sum_along(i)`, `x.sum_without(i)` and others.
    pub(super) fn reduction_to(
        &mut self,
        call: &ExprMethodCall,
        (reduce, without): (Reduce, bool),
        mut operands: Vec<Expr>,
    ) -> Expr {
        let span = call.span();
        if operands.len() != reduce.arity() + 1 {
            return self.invalid(span);
        }
        let last = operands.split_off(reduce.arity());
        let broken = self.breaks(Site::Axis(call, &last));
        let (Some(syntax), Some(number)) = (call.args.last(), last[0].as_fixed().cloned().filter(|_| !broken)) else {
            return self.invalid(span);
        };
        let shape = Shape::of_axis(self.axis(without, &number, &source(syntax)));
        let operands = self.meeting(operands);
        if self.breaks(Site::ReductionTo(call, Some(reduce), &shape, &operands)) {
            return self.invalid(span);
        }
        Expr { kind: Kind::Num(shape), span, node: Node::ReduceTo(reduce, operands) }
    }

    /// `x.quantile_along(q, i)`, `x.quantile_without(q, i)`
    pub(super) fn quantile_to(
        &mut self,
        call: &ExprMethodCall,
        (library, without): (Library, bool),
        mut operands: Vec<Expr>,
    ) -> Expr {
        let span = call.span();
        if operands.len() != library.arity() || self.breaks(Site::QuantileTo(call, &operands)) {
            return self.invalid(span);
        }
        let last = operands.split_off(operands.len() - 1);
        let mut broken = self.breaks(Site::Library(call, library, &operands));
        if let (Some(q), Some(syntax)) = (operands.last(), call.args.first()) {
            broken = broken || self.breaks(Site::Number(q, syntax));
        }
        broken |= self.breaks(Site::Axis(call, &last));
        let (Some(syntax), Some(number)) = (call.args.last(), last[0].as_fixed().cloned().filter(|_| !broken)) else {
            return self.invalid(span);
        };
        let shape = Shape::of_axis(self.axis(without, &number, &source(syntax)));
        if self.breaks(Site::ReductionTo(call, None, &shape, &operands[..1])) {
            return self.invalid(span);
        }
        Expr { kind: Kind::Num(shape), span, node: Node::Library(library, operands, vec![number]) }
    }
}
