//! The struct half of an optimizer: the struct, its defaults, its builder, its hyperparameters as data, and the macro for the
//! impl half.

use proc_macro2::TokenStream;
use quote::quote;

use super::allow::{allow, allow_names};
use super::parts::{default_value, unreachable};
use super::{builder, declarations, definition_macro, hyperparameters, refused, scope};
use crate::diag::Errors;
use crate::parse::definition::Definition;
use crate::parse::hyper::DeclaredHyper;
use crate::parse::item::AnnotatedStruct;
use crate::paths::short;

/// The expansion of `#[optimizer(…)]` on a struct.
pub(crate) fn expand(item: &AnnotatedStruct, errors: Errors) -> TokenStream {
    let AnnotatedStruct { cleaned, definition, .. } = item;
    let (errors, definition_macro) = (errors.into_compile_errors(), definition_macro::expand(definition));
    if !cleaned.generics.params.is_empty() && definition.wraps.is_none() {
        // The type parameters have errors, so no trait can be implemented.
        return quote! { #errors #cleaned #definition_macro };
    }
    let (allow, allow_names) = (allow(item), allow_names(item));
    if !definition.types_are_understood() {
        let block = scope::block(&definition.root, &refused::expand(item), &item.written());
        return quote! { #errors #cleaned #allow #block #definition_macro };
    }
    let (root, builder) = (&definition.root, builder::declaration(item));
    let item = &AnnotatedStruct { definition: Definition { root: short(), ..definition.clone() }, ..item.clone() };
    let definition = &item.definition;
    let (default, new, methods) = (default(item), builder::new(item), builder::methods(item));
    let hyperparameters =
        if definition.broken { hyperparameters::stub(definition) } else { hyperparameters::expand(item) };
    let declarations = (!definition.broken).then(|| declarations::expand(definition, &item.written()));
    let items = quote!(#default #new #methods #hyperparameters #declarations);
    let block = scope::block(root, &items, &item.written());
    quote! {
        #errors
        #cleaned
        #allow_names
        #builder
        #allow
        #block
        #definition_macro
    }
}

/// `impl Default`, if all fields have a default.
pub(super) fn default(item: &AnnotatedStruct) -> Option<TokenStream> {
    if item.derives_default || !item.has_default() {
        return None;
    }
    let name = &item.definition.name;
    let fields = item.settings.iter().filter_map(|DeclaredHyper { hyper, default, .. }| {
        let ident = &hyper.ident;
        default.as_ref().map(|value| default_value(hyper, value)).map(|value| quote!(#ident: #value))
    });
    let value = if item.definition.broken { unreachable() } else { quote!(Self { #(#fields),* }) };
    Some(quote! {
        #[automatically_derived]
        impl ::core::default::Default for #name {
            fn default() -> Self {
                #value
            }
        }
    })
}
