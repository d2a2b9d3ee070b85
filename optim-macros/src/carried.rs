//! The names of things that step functions carry: constants and `#[elementwise]` functions that their bodies name, which may be
//! private where they are defined. The type of a function's name has them, in the order of the body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Path;

const CONSTANT: &str = "__CONSTANT_";
const FUNCTION: &str = "__function_";

/// The name of a constant.
pub(crate) fn constant_name(place: usize) -> Ident {
    format_ident!("{CONSTANT}{place}")
}

/// The path of a constant that the function at this path carries.
pub(crate) fn constant(of: &Path, place: usize) -> Path {
    below(of, constant_name(place))
}

/// The path that stands for an `#[elementwise]` function that the function at this path carries.
pub(crate) fn elementwise(of: &Path, place: usize) -> Path {
    below(of, Ident::new(&format!("{FUNCTION}{place}"), Span::call_site()))
}

fn below(of: &Path, name: Ident) -> Path {
    let mut path = of.clone();
    path.segments.push(name.into());
    path
}

/// The function that carries this one, and its place there, if one does.
pub(crate) fn function(path: &Path) -> Option<(Path, usize)> {
    let mut of = path.clone();
    let place = of.segments.pop()?.ident.to_string();
    let place = place.strip_prefix(FUNCTION)?.parse().ok()?;
    of.segments.pop_punct();
    Some((of, place))
}

/// The type beside an `#[elementwise]` function.
pub(crate) fn function_type(path: &Path, root: &impl ToTokens) -> TokenStream {
    match function(path) {
        Some((of, place)) => {
            let place = syn::Index::from(place);
            quote!(<#of as #root::Carries<#place>>::Function)
        }
        None => quote!(#path),
    }
}
