//! A struct with a field that can't be a hyperparameter. A substitute type implements the traits, so that uses of the struct report no errors.
//!
//! The struct itself can't implement the traits of an optimizer: they need `Clone` and `Send`, which such a
//! field may lack, and the compiler would report each of them.

use proc_macro2::TokenStream;
use quote::quote;

use super::parts::unreachable;
use super::{builder, hyperparameters, stub};
use crate::parse::definition::Definition;
use crate::parse::item::AnnotatedStruct;

/// `new`, a builder, and the traits for the substitute type.
pub(super) fn expand(item: &AnnotatedStruct) -> TokenStream {
    let (name, vis) = (&item.definition.name, &item.definition.vis);
    let stand_in = quote::format_ident!("StandIn");
    let inner = &AnnotatedStruct {
        definition: Definition {
            name: stand_in.clone(),
            vis: syn::parse_quote!(pub),
            wraps: None,
            ..item.definition.clone()
        },
        settings: Vec::new(),
        ..item.clone()
    };
    let builder = inner.definition.builder();
    let (declaration, methods) = (builder::declaration(inner), builder::methods(inner));
    let hyperparameters = hyperparameters::stub(&inner.definition);
    let traits = stub::expand(&inner.definition, &syn::parse_quote!(#stand_in), &syn::Generics::default());
    let (params, args) = item.definition.generics();
    let body = unreachable();
    let required = item.settings.iter().filter(|setting| setting.default.is_none()).map(|setting| &setting.hyper.ident);
    let setters = item.settings.iter().filter(|setting| !setting.reserved).map(|setting| &setting.hyper.ident);
    quote! {
        #[derive(::core::clone::Clone)]
        pub struct #stand_in;
        #declaration
        #methods
        #hyperparameters
        #traits
        impl #builder {
            #(pub fn #setters(self, _: impl ::core::marker::Sized) -> Self { #body })*
        }
        impl #params #name #args {
            #vis fn new(#(#required: impl ::core::marker::Sized),*) -> #builder { #body }
        }
    }
}
