//! Paths to the types, constants and `#[elementwise]` functions that the body of a step function names. They may be private to its
//! module, so the type with the function's name has an associated item for each of them, numbered in the order of the body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Path, Type, TypePath};

use crate::paths::{shown, shown_at};

const CONSTANT: &str = "__CONSTANT_";
const FUNCTION: &str = "__function_";
const TYPE: &str = "__type_";

/// The name of the associated constant with this index.
pub(crate) fn constant_name(place: usize) -> Ident {
    format_ident!("{CONSTANT}{place}")
}

/// The path of the constant with this index in the step function `of`.
pub(crate) fn constant(of: &Path, place: usize) -> Path {
    below(of, constant_name(place))
}

/// The path of the `#[elementwise]` function with this index in the step function `of`.
pub(crate) fn elementwise(of: &Path, place: usize) -> Path {
    below(of, Ident::new(&format!("{FUNCTION}{place}"), Span::call_site()))
}

/// The path of the type with this index in the step function `of`.
pub(crate) fn ty(of: &Path, place: usize) -> Type {
    let path = below(of, Ident::new(&format!("{TYPE}{place}"), Span::call_site()));
    Type::Path(TypePath { attrs: Vec::new(), qself: None, path })
}

/// The same type with another span for the compiler's messages.
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

/// The step function that carries the item at this path, and the index of the item, if the path is one of this module's.
fn carrier(path: &Path, names: &str) -> Option<(Path, usize)> {
    let mut of = path.clone();
    let place = of.segments.pop()?.ident.to_string();
    let place = place.strip_prefix(names)?.parse().ok()?;
    of.segments.pop_punct();
    Some((of, place))
}

/// The step function that carries this constant, and the index of the constant.
pub(crate) fn of_constant(path: &Path) -> Option<(Path, usize)> {
    carrier(path, CONSTANT)
}

/// The step function that carries this `#[elementwise]` function, and the index of the function.
pub(crate) fn function(path: &Path) -> Option<(Path, usize)> {
    carrier(path, FUNCTION)
}

/// Returns true if a function carries this type.
pub(crate) fn is_carried(ty: &Type) -> bool {
    matches!(ty, Type::Path(TypePath { qself: None, path, .. }) if carrier(path, TYPE).is_some())
}

/// The type that the macro generates next to an `#[elementwise]` function.
pub(crate) fn function_type(path: &Path, root: &impl ToTokens) -> TokenStream {
    match function(path) {
        Some((of, place)) => {
            let place = syn::Index::from(place);
            quote!(<#of as #root::Carries<#place>>::Function)
        }
        None => quote!(#path),
    }
}

/// The type as generated code writes it.
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
