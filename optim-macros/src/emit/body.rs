//! A checked body as Rust of the same form: blocks, branches, loops and patterns, whatever its values become.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::printed::Printed;
use crate::ast::{Block, Expr, If, Local, Node, Pattern, Place, Stmt, Target};
use crate::kind::Kind;
use crate::paths::shown;

/// What differs: how values are written. The rest follows.
pub(super) trait BodyPrinter {
    /// The variables of the body.
    fn locals(&self) -> &[Local];

    /// What is read, called or computed: every expression that [`expr`](Self::expr) leaves to this.
    fn value(&self, expr: &Expr) -> Printed;

    /// The variable of a place.
    fn place(&self, place: Place) -> Ident;

    /// The condition of a branch.
    fn condition(&self, branch: &If, span: Span) -> TokenStream;

    fn expr(&self, expr: &Expr) -> Printed {
        match &expr.node {
            Node::Fixed(tokens) => Printed::fixed(tokens),
            Node::Local(id) => {
                let local = self.local(*id, expr.span);
                Printed::atom(quote!(#local))
            }
            Node::Tuple(items) | Node::Array(items) => {
                // Arrays are tuples: their elements are known one by one.
                let items = items.iter().map(|item| self.expr(item).tokens);
                Printed::atom(quote!((#(#items,)*)))
            }
            Node::Field(base, n) => {
                let (base, n) = (self.expr(base).before_dot(), syn::Index::from(*n));
                Printed::atom(quote!(#base.#n))
            }
            Node::Index(base, position) => Printed::branch(self.index(base, position)),
            Node::Block(block) => Printed::branch(self.block(block)),
            Node::If(branch) => {
                let condition = self.condition(branch, shown(expr.span));
                let then = self.block(&branch.then);
                let nothing = branch.els.stmts.is_empty() && branch.els.value.is_none();
                let els = (!nothing).then(|| {
                    let els = self.block(&branch.els);
                    quote!(else #els)
                });
                Printed::branch(quote!(if #condition #then #els))
            }
            Node::Match(matched) => {
                let scrutinee = &matched.scrutinee;
                let arms = matched.arms.iter().map(|arm| {
                    let (pattern, body) = (&arm.pattern, self.block(&arm.body));
                    quote!(#pattern => #body)
                });
                Printed::branch(quote!(match #scrutinee { #(#arms)* }))
            }
            _ => self.value(expr),
        }
    }

    fn local(&self, id: usize, span: Span) -> Ident {
        Ident::new(&self.locals()[id].ident.to_string(), shown(span))
    }

    fn block(&self, block: &Block) -> TokenStream {
        let contents = self.contents(block);
        quote!({ #contents })
    }

    /// A block without its braces.
    fn contents(&self, block: &Block) -> TokenStream {
        let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
        let value = block.value.as_ref().map(|value| self.expr(value).tokens);
        quote!(#(#stmts)* #value)
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Fixed { tokens, .. } => tokens.clone(),
            Stmt::Let(pattern, value) => {
                let (pattern, value) = (self.pattern(pattern), self.expr(value).tokens);
                quote!(let #pattern = #value;)
            }
            Stmt::Declare(id) => {
                let local = declared(&self.locals()[*id]);
                quote!(let #local;)
            }
            Stmt::Assign(target, value) => {
                let span = value.span;
                let target = match target {
                    Target::Place(place) => {
                        let place = self.place(*place);
                        quote!(#place)
                    }
                    Target::Local(id, path) => {
                        let local = self.local(*id, span);
                        let path = path.iter().map(|n| syn::Index::from(*n));
                        quote!(#local #(.#path)*)
                    }
                };
                let value = self.expr(value).tokens;
                quote_spanned!(shown(span)=> #target = #value;)
            }
            // The statements of a unit block are in the scope of what follows: a pattern bound there is used later.
            Stmt::Expr(Expr { node: Node::Block(block), .. }) if block.value.is_none() => self.contents(block),
            Stmt::Expr(value) => {
                let value = self.expr(value).tokens;
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
            Pattern::Bind(id) => declared(&self.locals()[*id]),
            Pattern::Fixed(tokens, _) => tokens.clone(),
            Pattern::Items(items) => {
                let items = items.iter().map(|item| self.pattern(item));
                quote!((#(#items,)*))
            }
        }
    }

    /// An element of an array of values by a fixed index.
    fn index(&self, base: &Expr, position: &TokenStream) -> TokenStream {
        let count = if let Kind::Array(items) = &base.kind { items.len() } else { 1 };
        let base = self.expr(base).tokens;
        let arms = (0..count).map(|i| {
            let index = syn::Index::from(i);
            let pattern = if i + 1 == count { quote!(_) } else { quote!(#index) };
            quote!(#pattern => items.#index,)
        });
        quote!({ let items = #base; match #position { #(#arms)* } })
    }
}

/// A variable where it is declared.
pub(super) fn declared(local: &Local) -> TokenStream {
    let Local { ident, mutable } = local;
    let mutable = mutable.then(|| quote!(mut));
    quote!(#mutable #ident)
}

/// Proofs that paths name constants: a `static` can't stand in a pattern.
pub(super) fn const_proofs(consts: &[syn::Path]) -> TokenStream {
    quote!(#(let _ = || match #consts { #consts => (), _ => () };)*)
}
