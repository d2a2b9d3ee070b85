//! A checked body as Rust with the same structure: blocks, branches, loops and patterns. Printers of values differ, this part is shared.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::fixed::FixedPrinter;
use super::printed::Printed;
use crate::ast::{Block, Change, Expr, If, List, Local, Node, Pattern, Place, Stmt, Target};
use crate::fixed::Fixed;
use crate::kind::Kind;
use crate::paths::shown;

/// The methods that differ between printers of a body. All others are shared.
pub(super) trait BodyPrinter {
    /// The printer of its fixed expressions.
    fn fixed(&self) -> FixedPrinter<'_>;

    /// The name of an output. Only steps have outputs, so only the printer of recorded steps defines this.
    fn output(&self, index: usize) -> String {
        unreachable!("there is no output {index} here")
    }

    /// The variables of the body.
    fn locals(&self) -> &[Local];

    /// Prints an expression without structure of its own: [`expr`](Self::expr) passes reads, calls and operations to this.
    fn value(&self, expr: &Expr) -> Printed;

    /// The variable that holds a place.
    fn place(&self, place: Place) -> Ident;

    /// The condition of a branch.
    fn condition(&self, branch: &If, span: Span) -> TokenStream;

    fn expr(&self, expr: &Expr) -> Printed {
        match &expr.node {
            Node::Fixed(fixed) => Printed::fixed(&self.fixed().expr(fixed)),
            Node::Local(id) => {
                let local = self.local(*id, expr.span);
                Printed::atom(quote!(#local))
            }
            Node::Tuple(items) | Node::Array(items) => {
                // An array is printed as a tuple: its elements are read one by one.
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
                let scrutinee = self.fixed().whole(&matched.scrutinee);
                let arms = matched.arms.iter().map(|arm| {
                    let pattern = self.fixed().pattern_and_guard(&arm.pattern, arm.guard.as_ref());
                    let body = self.block(&arm.body);
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

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of statement")]
    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Fixed(own) => self.fixed().statement(own),
            Stmt::Change(Change { var, op, value, at, span }) => {
                let (target, value) = (Ident::new(&var.0.to_string(), shown(*at)), self.fixed().expr(value));
                match op {
                    Some(op) => quote_spanned!(*span=> #target = #target #op #value;),
                    None => quote_spanned!(*span=> #target = #value;),
                }
            }
            Stmt::Let(pattern, value) => {
                let (pattern, value) = (self.pattern(pattern), self.expr(value).tokens);
                quote!(let #pattern = #value;)
            }
            Stmt::Declare(id) => {
                let local = declared(&self.locals()[*id]);
                quote!(let #local;)
            }
            Stmt::List { id, called, length, value } => {
                let (declared, root) = (declared(&self.locals()[*id]), self.fixed().root());
                let (length, value) = (self.fixed().whole(length), self.expr(value).tokens);
                quote!(let #declared = recorder.list_with(#called, #root::fixed_size(#length), #value);)
            }
            Stmt::Assign(Target::Item(list, index), value) => self.set_item(*list, index, value),
            Stmt::Assign(Target::Place(Place::Output(index)), value) => {
                let (name, value) = (self.output(*index), self.expr(value).tokens);
                quote!(recorder.report(#name, #value);)
            }
            Stmt::Assign(target, value) => {
                let span = value.span;
                let target = match target {
                    Target::Item(..) => unreachable!("an item is no variable"),
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
            // No braces: a pattern that a unit block binds is used after it.
            Stmt::Expr(Expr { node: Node::Block(block), .. }) if block.value.is_none() => self.contents(block),
            Stmt::Expr(value) => {
                let value = self.expr(value).tokens;
                quote!(#value;)
            }
            Stmt::For { pattern, iter, body, counts } => {
                let (pattern, iter) = (self.fixed().pattern(pattern), self.fixed().whole(iter));
                if *counts {
                    // Only recorded steps draw random numbers or join numbers, so only their printer counts iterations.
                    let body = self.contents(body);
                    return quote! {
                        recorder.enter_loop();
                        for #pattern in #iter {
                            recorder.next_iteration();
                            #body
                        }
                        recorder.leave_loop();
                    };
                }
                let body = self.block(body);
                quote!(for #pattern in #iter #body)
            }
        }
    }

    /// The variable of a list.
    fn list(&self, list: List, span: Span) -> Ident {
        match list {
            List::State(place) => self.place(Place::State(place)),
            List::Output(place) => self.place(Place::Output(place)),
            List::Local(id) => self.local(id, span),
        }
    }

    /// Assigns an item of a list. Only steps have lists, so only the printer of recorded steps defines this.
    fn set_item(&self, list: List, index: &Fixed, value: &Expr) -> TokenStream {
        let root = self.fixed().root();
        let (place, span) = (self.list(list, value.span), shown(value.span));
        let (index, value) = (self.fixed().whole(index), self.expr(value).tokens);
        quote_spanned!(span=> {
            let value = #value;
            recorder.set_item(&mut #place, #root::fixed_index(#index), value);
        })
    }

    fn pattern(&self, pattern: &Pattern) -> TokenStream {
        match pattern {
            Pattern::Wild => quote!(_),
            Pattern::Bind(id) => declared(&self.locals()[*id]),
            Pattern::Fixed(pattern) => self.fixed().pattern(pattern),
            Pattern::Items(items) => {
                let items = items.iter().map(|item| self.pattern(item));
                quote!((#(#items,)*))
            }
        }
    }

    /// An element of an array, by a fixed index that is not a literal.
    fn index(&self, base: &Expr, position: &Fixed) -> TokenStream {
        let count = if let Kind::Array(items) = &base.kind { items.len() } else { 1 };
        let (base, position) = (self.expr(base).tokens, self.fixed().expr(position));
        let arms = (0..count).map(|i| {
            let index = syn::Index::from(i);
            let pattern = if i + 1 == count { quote!(_) } else { quote!(#index) };
            quote!(#pattern => items.#index,)
        });
        quote!({ let items = #base; match #position { #(#arms)* } })
    }
}

/// The pattern that declares a variable.
pub(super) fn declared(local: &Local) -> TokenStream {
    let Local { ident, mutable } = local;
    let mutable = mutable.then(|| quote!(mut));
    quote!(#mutable #ident)
}

/// Proofs that paths name constants. A path in a pattern cannot be a `static`, so the compiler rejects one there.
pub(super) fn const_proofs(consts: &[syn::Path]) -> TokenStream {
    quote!(#(let _ = || match #consts { #consts => (), _ => () };)*)
}
