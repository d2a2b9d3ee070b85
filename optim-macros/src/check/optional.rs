//! Scheduled hyperparameters that may be absent: `Option<f64>`. Whether there is one is fixed, what it is is not.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr as Syntax, Member, Pat};

use super::Checker;
use super::phrase::help;
use super::scope::Binding;
use super::syntax::name_of;
use crate::ast::{Expr, Node};
use crate::kind::Kind;
use crate::parse::{Hyper, HyperType};
use crate::paths::shown;

impl Checker<'_> {
    /// The hyperparameter behind `self.name`, if it is one of these.
    pub(super) fn optional(&self, syntax: &Syntax) -> Option<&Hyper> {
        let field = match syntax {
            Syntax::Paren(inner) => return self.optional(&inner.expr),
            Syntax::Field(field) if name_of(&field.base).is_some_and(|base| base == "self") => field,
            _ => return None,
        };
        let Member::Named(member) = &field.member else { return None };
        let hyper = self.definition?.hyper(member.to_string().trim_start_matches("r#"))?;
        (hyper.scheduled && matches!(hyper.kind, HyperType::Option(_))).then_some(hyper)
    }

    /// `self.name.is_some()` and `is_none()`.
    pub(super) fn optional_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let ident = self.optional(&call.receiver)?.ident.clone();
        let (method, span) = (&call.method, call.span());
        if (method == "is_some" || method == "is_none") && call.args.is_empty() {
            let this = Ident::new("self", shown(span));
            return Some(self.fixed(span, quote_spanned!(span=> #this.#ident.#method())));
        }
        Some(self.absent(&call.receiver))
    }

    /// `let Some(x) = self.name`: the fixed condition; `x` is the scheduled number from here on.
    pub(super) fn optional_let(&mut self, binding: &syn::ExprLet) -> Option<TokenStream> {
        let (ident, name) = self.optional(&binding.expr).map(|hyper| (hyper.ident.clone(), hyper.name()))?;
        let span = binding.span();
        let this = Ident::new("self", shown(span));
        let access = quote_spanned!(span=> #this.#ident);
        match &*binding.pat {
            Pat::Ident(none) if none.ident == "None" => return Some(quote!(#access.is_none())),
            Pat::TupleStruct(some) if some.path.is_ident("Some") && some.elems.len() == 1 => match &some.elems[0] {
                Pat::Wild(_) => return Some(quote!(#access.is_some())),
                Pat::Ident(new) if new.by_ref.is_none() && new.mutability.is_none() && new.subpat.is_none() => {
                    // Read once per step, whether there is one or not: without one, nothing looks at it.
                    let number = quote_spanned!(span=> #access.unwrap_or(0.0));
                    let value = Expr { kind: Kind::scalar(), span, node: Node::Hyper(number, name) };
                    self.bind(&new.ident, Binding::Scheduled(value));
                    return Some(quote!(#access.is_some()));
                }
                _ => {}
            },
            _ => {}
        }
        let message = "a scheduled `Option` is taken apart by `Some(name)`, `Some(_)` or `None` only";
        self.wrong(&binding.pat, help(message, &format!("write `if let Some({name}) = self.{name}`")));
        self.bind_wrong(&binding.pat);
        None
    }

    /// A use of the number without a look at whether there is one.
    pub(super) fn absent(&mut self, syntax: &Syntax) -> Expr {
        let name = self.optional(syntax).map(Hyper::name).unwrap_or_default();
        let message = format!("`self.{name}` is a scheduled `Option`, and there may be no number in it");
        self.wrong(syntax, help(&message, &format!("write `if let Some({name}) = self.{name} {{ … }} else {{ … }}`")))
    }
}
