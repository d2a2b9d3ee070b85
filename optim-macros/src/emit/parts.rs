//! Small parts of generated code that several files print: defaults, positions, the body that accompanies an error.

use proc_macro2::TokenStream;
use quote::quote;

use crate::parse::{Hyper, HyperType};

/// A default as the value of its field. The default of a list may be an array.
pub(super) fn default_value(hyper: &Hyper, value: &syn::Expr) -> TokenStream {
    let ty = &hyper.ty;
    match (&hyper.kind, value) {
        (HyperType::List(_), syn::Expr::Array(_) | syn::Expr::Repeat(_)) => {
            quote!(<#ty as ::core::convert::From<_>>::from(#value))
        }
        _ => quote!(#value),
    }
}

/// The body of a function that accompanies a compile error.
pub(crate) fn unreachable() -> TokenStream {
    quote!(::core::unreachable!())
}

/// `0`, `1`, … without suffix.
pub(super) fn indices(count: usize) -> impl Iterator<Item = syn::Index> {
    (0..count).map(syn::Index::from)
}
