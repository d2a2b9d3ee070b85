//! A checked body as code over one generic type of numbers: what runs on plain floats and is recorded on handles.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::ast::{Argument, Block, Expr, Local, Node, Pattern, Stmt, Target};
use crate::ops::Op;
use crate::paths::shown;

/// Writes the checked body over the generic type.
pub(crate) struct Printer<'a> {
    /// The variables that hold its values.
    pub(crate) locals: &'a [Local],
    pub(crate) root: &'a syn::Path,
    pub(crate) generic: &'a Ident,
}

impl Printer<'_> {
    /// An expression of the generic type; fixed numbers are lifted.
    pub(crate) fn number(&self, expr: &Expr) -> TokenStream {
        let (root, generic) = (self.root, self.generic);
        if expr.kind.is_fixed() {
            let host = self.expr(expr);
            return quote!(<#generic as #root::lang::Value>::lift(#host));
        }
        self.expr(expr)
    }

    fn expr(&self, expr: &Expr) -> TokenStream {
        let (root, generic) = (self.root, self.generic);
        let span = shown(expr.span);
        match &expr.node {
            Node::Host(tokens) => tokens.clone(),
            Node::Local(id) => {
                let ident = Ident::new(&self.locals[*id].ident.to_string(), span);
                quote!(#ident)
            }
            Node::Op(op, operands) => {
                let masks = match op {
                    Op::And | Op::Or | Op::Not => operands.len(),
                    Op::Select => 1,
                    _ => 0,
                };
                let operands = operands
                    .iter()
                    .enumerate()
                    .map(|(i, operand)| if i < masks { self.expr(operand) } else { self.number(operand) });
                let name = Ident::new(op.name(), span);
                quote!(<#generic as #root::lang::Value>::#name(#(#operands),*))
            }
            Node::Powi(base, exponent) => {
                let base = self.number(base);
                quote!(<#generic as #root::lang::Value>::powi(#base, (#exponent) as i32))
            }
            Node::Elementwise(path, arguments) => {
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) => self.number(value),
                    Argument::Host(tokens) => quote!(#root::Given(#tokens)),
                });
                quote!(<#path>::call::<#generic>(#(#arguments),*))
            }
            Node::Child(schedule, time) => {
                let (time, root) = (self.number(time), crate::paths::root_at(root, span));
                quote_spanned!(span=> #root::Child::call::<#generic>(&#schedule, #time))
            }
            Node::Lift(inner) => self.number(inner),
            Node::Tuple(items) | Node::Array(items) => {
                let items = items.iter().map(|item| self.expr(item));
                quote!((#(#items,)*))
            }
            Node::Field(base, n) => {
                let (base, n) = (self.expr(base), syn::Index::from(*n));
                quote!(#base.#n)
            }
            Node::Index(base, position) => {
                let count = if let crate::kind::Kind::Array(items) = &base.kind { items.len() } else { 1 };
                let base = self.expr(base);
                let arms = (0..count).map(|i| {
                    let index = syn::Index::from(i);
                    let pattern = if i + 1 == count { quote!(_) } else { quote!(#i) };
                    quote!(#pattern => items.#index,)
                });
                quote!({ let items = #base; match #position { #(#arms)* } })
            }
            Node::Block(block) => self.block(block),
            Node::If(branch) => {
                let condition = &branch.condition;
                let (then, els) = (self.block(&branch.then), self.block(&branch.els));
                quote!(if #condition #then else #els)
            }
            Node::Match(matched) => {
                let scrutinee = &matched.scrutinee;
                let arms = matched.arms.iter().map(|arm| {
                    let (pattern, body) = (&arm.pattern, self.block(&arm.body));
                    quote!(#pattern => #body)
                });
                quote!(match #scrutinee { #(#arms)* })
            }
            Node::Hyper(..)
            | Node::Place(_)
            | Node::Grad
            | Node::Count
            | Node::Reduce(..)
            | Node::Matmul(..)
            | Node::Transpose(_) => {
                unreachable!("the check refuses this outside of a step")
            }
        }
    }

    fn block(&self, block: &Block) -> TokenStream {
        let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
        let value = block.value.as_ref().map(|value| self.expr(value));
        quote!({ #(#stmts)* #value })
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Host { tokens, .. } => tokens.clone(),
            Stmt::Let(pattern, value) => {
                let (pattern, value) = (self.pattern(pattern), self.expr(value));
                quote!(let #pattern = #value;)
            }
            Stmt::Declare(id) => {
                let local = &self.locals[*id].ident;
                quote!(let mut #local;)
            }
            Stmt::Assign(Target::Local(id, path), value) => {
                let local = &self.locals[*id].ident;
                let path = path.iter().map(|n| syn::Index::from(*n));
                let value = self.expr(value);
                quote!(#local #(.#path)* = #value;)
            }
            Stmt::Assign(Target::Place(_), _) => unreachable!("only a step has places"),
            Stmt::Expr(Expr { node: Node::Block(block), .. }) if block.value.is_none() => {
                let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
                quote!(#(#stmts)*)
            }
            Stmt::Expr(value) => {
                let value = self.expr(value);
                quote!(#value;)
            }
            Stmt::For { pattern, iter, body, .. } => {
                let body = self.block(body);
                quote!(for #pattern in #iter #body)
            }
        }
    }

    fn pattern(&self, pattern: &Pattern) -> TokenStream {
        match pattern {
            Pattern::Wild => quote!(_),
            Pattern::Bind(id) => {
                let ident = Ident::new(&self.locals[*id].ident.to_string(), Span::call_site());
                quote!(mut #ident)
            }
            Pattern::Host(tokens, _) => tokens.clone(),
            Pattern::Items(items) => {
                let items = items.iter().map(|item| self.pattern(item));
                quote!((#(#items,)*))
            }
        }
    }
}
