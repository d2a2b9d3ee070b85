//! The names of things that step functions carry: types, constants and `#[elementwise]` functions that they name, which may be
//! private where they are defined. The type of a function's name has them, in the order of the body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Path, Type, TypePath};

use crate::paths::{shown, shown_at};

const CONSTANT: &str = "__CONSTANT_";
const FUNCTION: &str = "__function_";
const TYPE: &str = "__type_";

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

/// The path that stands for a type that the function at this path carries.
pub(crate) fn ty(of: &Path, place: usize) -> Type {
    let path = below(of, Ident::new(&format!("{TYPE}{place}"), Span::call_site()));
    Type::Path(TypePath { attrs: Vec::new(), qself: None, path })
}

/// The same type, which the compiler's messages show where it is written.
pub(crate) fn type_at(mut ty: Type, span: Span) -> Type {
    if let Type::Path(TypePath { path, .. }) = &mut ty
        && let Some(last) = path.segments.last_mut()
        && last.ident.to_string().starts_with(TYPE)
    {
        last.ident.set_span(span);
    }
    ty
}

fn below(of: &Path, name: Ident) -> Path {
    let mut path = of.clone();
    path.segments.push(name.into());
    path
}

/// The function that carries what is at this path, and its place there, if one does.
fn carrier(path: &Path, names: &str) -> Option<(Path, usize)> {
    let mut of = path.clone();
    let place = of.segments.pop()?.ident.to_string();
    let place = place.strip_prefix(names)?.parse().ok()?;
    of.segments.pop_punct();
    Some((of, place))
}

/// The function that carries this constant, and its place there, if one does.
pub(crate) fn of_constant(path: &Path) -> Option<(Path, usize)> {
    carrier(path, CONSTANT)
}

/// The same of an `#[elementwise]` function.
pub(crate) fn function(path: &Path) -> Option<(Path, usize)> {
    carrier(path, FUNCTION)
}

/// Returns true if a function carries this type.
pub(crate) fn is_carried(ty: &Type) -> bool {
    matches!(ty, Type::Path(TypePath { qself: None, path, .. }) if carrier(path, TYPE).is_some())
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

/// A type as Rust.
pub(crate) fn written_type(ty: &Type, root: &Path) -> TokenStream {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return quote!(#ty) };
    match (carrier(path, TYPE), path.segments.last()) {
        (Some((of, place)), Some(last)) => {
            let (place, span) = (syn::Index::from(place), shown(last.ident.span()));
            shown_at(quote!(<#of as #root::CarriesType<#place>>::Type), span)
        }
        _ => quote!(#ty),
    }
}
