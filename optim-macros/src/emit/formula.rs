//! The impl half of a schedule: the formula, generic over a type of numbers. The struct half adds the implementation of the runtime's
//! trait with the macro `schedule!`.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ItemImpl, Type};

use super::allow::allow_all;
use super::body::{const_proofs, declared};
use super::calls::FunctionCalls;
use super::generic::Printer;
use super::parts::unreachable;
use super::scope;
use super::step::{lint, written_types};
use crate::ast::Formula;
use crate::parse::Definition;
use crate::paths::{root_at, short, shown};
use crate::recover;

/// The expansion of a correct impl.
pub(crate) fn expand(definition: &Definition, item: &ItemImpl, formula: &Formula) -> TokenStream {
    let ty = &item.self_ty;
    let root = &short();
    // No type of the user may have this name.
    let generic = Ident::new("__Number", Span::call_site());
    let Formula { locals, parameters, value, consts, calls } = formula;
    let parameters = parameters.iter().map(declared);
    let value = Printer { locals, root, generic: &generic }.function_body(value);
    let proofs = const_proofs(consts);
    // The compiler reports a second impl at the type's name.
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
        // Names such as `f64`, which the user's module may have redefined.
        #root::primitives!();

        #(#attrs)*
        #[automatically_derived]
        #formula

        #root::register!(Schedule(ScheduleEntry), #ty);

        // The types in the user's signatures must exist, and their imports count as used.
        fn signatures(#(_: #types),*) {}
    };
    let full = &definition.root;
    let block = FunctionCalls::new(calls).around(full, scope::block(full, &items, &BTreeSet::new()));
    quote!(#editors #allow #block)
}

/// A schedule that never runs, next to the errors of a wrong formula, so that its uses report no further errors.
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
