//! A step that never runs, next to the errors of a wrong one, so that uses of the optimizer report no further errors.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Type};

use super::parts::unreachable;
use crate::parse::{Definition, wrapping};

/// `impl Definition` for `ty`, the struct's path as the impl half names it.
pub(crate) fn expand(definition: &Definition, ty: &Type, generics: &Generics) -> TokenStream {
    let root = &definition.root;
    let generics = wrapping::parameter(generics, definition.language).map(|param| quote!(<#param: #root::Definition>));
    let body = unreachable();
    quote! {
        #[automatically_derived]
        impl #generics #root::Definition for #ty {
            const STATES: &'static [#root::StateInfo] = &[];
            const USES_STEP: ::core::primitive::bool = false;
            const PASSES_ARE_ELEMENTWISE: ::core::primitive::bool = false;
            fn trace(
                &self,
                _: &[::core::primitive::usize],
                _: ::core::primitive::u64,
            ) -> ::core::result::Result<#root::Graph, #root::GraphError> { #body }
            fn step<'k, T: #root::LoopNumber>(&'k self, _: &mut #root::Description<'_, 'k, T>) { #body }
        }
    }
}
