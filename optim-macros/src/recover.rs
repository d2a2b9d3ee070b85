//! The output after an error: the errors, and the user's item, so that completion in editors still works.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ImplItem, ItemImpl};

use crate::diag::Errors;
use crate::parse::hyper::ATTRIBUTE;

/// Runs a macro; a panic becomes an error that asks for a report, next to the item.
pub(crate) fn guarded(item: &TokenStream, run: impl FnOnce() -> TokenStream) -> TokenStream {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let mut errors = Errors::new();
        errors.push_at(Span::call_site(), internal_error(&*panic));
        with_item(errors, item)
    })
}

/// The text of a panic.
fn internal_error(panic: &(dyn Any + Send)) -> String {
    let reason = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown reason".to_owned());
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "internal error of optim-macros {version}, please report it with this item\nnote: {reason}\nhelp: {}/issues",
        env!("CARGO_PKG_REPOSITORY")
    )
}

/// The errors, and the item without its `#[hyper(…)]`, which the compiler doesn't know once the macro has run.
pub(crate) fn with_item(errors: Errors, item: &TokenStream) -> TokenStream {
    let mut tokens = errors.into_compile_errors();
    tokens.extend(clean(item.clone()));
    tokens
}

/// Removes `#[hyper(…)]` at any depth, also from items that do not parse.
pub(crate) fn clean(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        let TokenTree::Group(group) = tree else {
            kept.push(tree);
            continue;
        };
        let hash = matches!(kept.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '#');
        if hash && group.delimiter() == Delimiter::Bracket && is_helper(&group) {
            kept.pop();
            continue;
        }
        let mut cleaned = Group::new(group.delimiter(), clean(group.stream()));
        cleaned.set_span(group.span());
        kept.push(TokenTree::Group(cleaned));
    }
    kept.into_iter().collect()
}

/// Returns true if an attribute is one of this crate.
fn is_helper(brackets: &Group) -> bool {
    let first = brackets.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == ATTRIBUTE)
}

/// An impl that is not compiled, for editors. Its constants stay visible to the compiler.
pub(crate) fn impl_for_editors(item: &ItemImpl) -> TokenStream {
    let is_constant = |entry: &ImplItem| matches!(entry, ImplItem::Const(_));
    let with = |constants: bool| {
        let items = item.items.iter().filter(|entry| is_constant(entry) == constants).cloned().collect();
        ItemImpl { items, ..item.clone() }
    };
    let (functions, constants) = (for_editors(&with(false)), with(true));
    let constants = (!constants.items.is_empty()).then_some(constants);
    quote! {
        #functions
        #constants
    }
}

/// An item whose body is not compiled, for editors.
pub(crate) fn for_editors(item: &impl ToTokens) -> TokenStream {
    quote! {
        #[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
        const _: () = {
            #[cfg(rust_analyzer)]
            #item
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helper_attributes_are_removed_and_others_kept() {
        let item = quote! { #[derive(Debug)] struct A { #[hyper(default = 1.0)] #[doc = "x"] a: f64, b } };
        let expected = quote! { #[derive(Debug)] struct A { #[doc = "x"] a: f64, b } };
        assert_eq!(clean(item).to_string(), expected.to_string());
    }

    #[test]
    fn a_panic_becomes_an_error_beside_the_item() {
        let item = quote! { struct A; };
        let tokens = guarded(&item, || unreachable!("some reason")).to_string();
        assert!(tokens.contains("compile_error") && tokens.contains("some reason") && tokens.ends_with("struct A ;"));
    }
}
