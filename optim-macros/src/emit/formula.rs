//! The impl half of a schedule: the formula over a generic type of numbers. The runtime's view of it comes from the struct half,
//! by the runtime's macro `schedule!`.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ItemImpl, Type};

use super::allow::allow_all;
use super::body::{const_proofs, declared};
use super::calls::FunctionCalls;
use super::generic::Printer;
use super::scope;
use super::settings::unreachable;
use super::step::{lint, written_types};
use crate::ast::Formula;
use crate::parse::Definition;
use crate::paths::{root_at, short, shown};
use crate::recover;

/// Everything that a correct impl expands to.
pub(crate) fn expand(definition: &Definition, item: &ItemImpl, formula: &Formula) -> TokenStream {
    let ty = &item.self_ty;
    let root = &short();
    // None of the user's types has this name.
    let generic = Ident::new("__Number", Span::call_site());
    let Formula { locals, parameters, value, consts, calls } = formula;
    let parameters = parameters.iter().map(declared);
    let value = Printer { locals, root, generic: &generic }.function_body(value);
    let proofs = const_proofs(consts);
    // A second impl is reported at its own name.
    let at = shown(ty.span());
    let root_here = root_at(root, at);
    let members = quote! {
        fn formula<#generic: #root::ScheduleValue>(&self, #(#parameters: #generic),*) -> #generic {
            #proofs
            #value
        }
    };
    let formula = quote_spanned!(at=> impl #root_here::Formula for #ty { #members });
    let types = written_types(item);
    let attrs = item.attrs.iter().filter(|attr| !lint(attr));
    let (editors, allow) = (recover::impl_for_editors(item), allow_all("generated: the code that is written is above"));
    let items = quote! {
        // Names of the language that the user may have given to something else.
        #root::primitives!();

        #(#attrs)*
        #[automatically_derived]
        #formula

        #root::register!(Schedule(ScheduleEntry), #ty);

        // The types that the user wrote: they must exist, and their imports are used.
        fn signatures(#(_: #types),*) {}
    };
    let full = &definition.root;
    let block = FunctionCalls::new(calls).around(full, scope::block(full, &items, &BTreeSet::new()));
    quote!(#editors #allow #block)
}

/// A schedule that is never run, besides the errors of a formula: its uses then add no errors of their own.
pub(crate) fn stub(definition: &Definition, ty: &Type) -> TokenStream {
    let root = &definition.root;
    let body = unreachable();
    quote! {
        #[automatically_derived]
        impl #root::Formula for #ty {
            fn formula<Number: #root::ScheduleValue>(&self, _: Number) -> Number { #body }
        }
    }
}
