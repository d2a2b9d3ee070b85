//! Fixed dimensions as Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::fixed::FixedPrinter;
use crate::kind::{Length, Size};

/// The number that a fixed dimension is, where `self` and `shape` are in scope; 0 if it is none that a dimension can have.
pub(super) fn fixed(length: &Length, root: &TokenStream) -> TokenStream {
    match &length.size {
        Size::Written(value) => {
            let path = syn::parse_quote!(#root);
            let value = FixedPrinter(&path).whole(value);
            quote!(#root::fixed_size(#value))
        }
        Size::Declared(number) => {
            let number = syn::Index::from(*number);
            quote!(self.__state_size(#number, shape))
        }
    }
}
