//! A checked body as generic code: it runs on plain floats, and is recorded on handles.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::body::BodyPrinter;
use super::fixed::FixedPrinter;
use super::printed::Printed;
use crate::ast::{Argument, Expr, If, Local, Node, Place};
use crate::paths::{called, shown};

/// A printer of a checked body, generic over the type of numbers.
pub(crate) struct Printer<'a> {
    /// The variables of the body.
    pub(crate) locals: &'a [Local],
    pub(crate) root: &'a syn::Path,
    pub(crate) generic: &'a Ident,
}

impl Printer<'_> {
    /// An expression of the generic type. Fixed numbers are converted.
    pub(crate) fn number(&self, expr: &Expr) -> TokenStream {
        let generic = self.generic;
        if expr.kind.is_fixed() {
            let fixed = self.expr(expr).tokens;
            return quote!(#generic::lift(#fixed));
        }
        self.expr(expr).tokens
    }

    /// The body of a function that returns this expression.
    pub(crate) fn function_body(&self, expr: &Expr) -> TokenStream {
        match &expr.node {
            Node::Block(block) if !expr.kind.is_fixed() => self.contents(block),
            _ => self.number(expr),
        }
    }
}

impl BodyPrinter for Printer<'_> {
    fn fixed(&self) -> FixedPrinter<'_> {
        FixedPrinter::new(self.root)
    }

    fn locals(&self) -> &[Local] {
        self.locals
    }

    fn place(&self, _: Place) -> Ident {
        unreachable!("only a step has places")
    }

    fn condition(&self, branch: &If, _: Span) -> TokenStream {
        self.fixed().whole_test(&branch.test)
    }

    fn value(&self, expr: &Expr) -> Printed {
        let (root, generic) = (self.root, self.generic);
        let span = shown(expr.span);
        Printed::atom(match &expr.node {
            Node::Op(op, operands) => {
                let operands = operands.iter().map(|operand| self.number(operand));
                let name = Ident::new(op.name(), span);
                quote!(#generic::#name(#(#operands),*))
            }
            Node::Powi(base, exponent) => {
                let (base, exponent) = (self.number(base), self.fixed().expr(exponent));
                quote!(#generic::powi(#base, (#exponent) as i32))
            }
            Node::Elementwise(path, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) => self.number(value),
                    Argument::Fixed(fixed) => {
                        let fixed = self.fixed().expr(fixed);
                        quote!(#root::Given(#fixed))
                    }
                });
                let function = called(path);
                quote_spanned!(function.span()=> #function::call::<#generic>(#(#arguments),*))
            }
            Node::Child(schedule, time) => {
                let (schedule, time) = (self.fixed().expr(schedule), self.number(time));
                let root = crate::paths::root_at(root, span);
                quote_spanned!(span=> #root::Child::call::<#generic>(&#schedule, #time))
            }
            Node::Lift(inner) => self.number(inner),
            form => unreachable!("{form:?} is a step's alone, or written alike in all bodies"),
        })
    }
}
