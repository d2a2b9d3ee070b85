//! Dimensions as Rust.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::fixed::FixedPrinter;
use crate::kind::{Axis, Length, SizeSource};
use crate::parse::{StateDim, StateKind};

/// A declared dimension, for code with `self` and `shape` in scope. `number` is the number of its first fixed expression, and is set to
/// the number after its last one.
pub(super) fn declared(dim: &StateDim, number: &mut usize, root: &impl ToTokens) -> TokenStream {
    match dim {
        StateDim::One => quote!(#root::Dim::One),
        StateDim::Rows => quote!(#root::Dim::Rows),
        StateDim::Cols => quote!(#root::Dim::Cols),
        StateDim::Fixed(_) => {
            let size = of_state(*number);
            *number += 1;
            quote!(#root::Dim::Size(#size))
        }
        StateDim::Axis { without, number: axis } => {
            let dim = Ident::new(if *without { "Without" } else { "Along" }, Span::call_site());
            let axis = axis.as_ref().map_or_else(
                || quote!(item),
                |_| {
                    *number += 1;
                    of_state(*number - 1)
                },
            );
            quote!(#root::Dim::#dim(#axis))
        }
        StateDim::Min(a, b) => {
            let (a, b) = (declared(a, number, root), declared(b, number, root));
            quote!(#root::Dim::min(#a, #b, shape))
        }
    }
}

/// The name of the kind of a state: of the type of its handles, and of `Axes`.
pub(super) fn kind(kind: &StateKind) -> Ident {
    let name = match kind {
        StateKind::Tensor => "Tensor",
        StateKind::Scalar | StateKind::Global => "Scalar",
        StateKind::Rows | StateKind::Pair(_, StateDim::One) => "Rows",
        StateKind::Cols | StateKind::Pair(StateDim::One, _) => "Cols",
        StateKind::Matrices => "Matrices",
        StateKind::Pair(..) => "Tensor",
    };
    Ident::new(name, Span::call_site())
}

/// The numbers along an axis, for code that has the variables of the axis's number in scope.
pub(super) fn of_axis(axis: &Axis, root: &TokenStream) -> TokenStream {
    let dim = Ident::new(if axis.without { "Without" } else { "Along" }, Span::call_site());
    match &axis.number {
        Some(number) => {
            let number = fixed(number, root);
            quote!(#root::Dim::#dim(#number))
        }
        None => unreachable!("an item of a list has a place"),
    }
}

fn of_state(number: usize) -> TokenStream {
    let number = syn::Index::from(number);
    quote!(self.__state_size(#number, shape))
}

/// The value of a fixed dimension, for code with `self` and `shape` in scope; 0 if no dimension can have the value.
pub(super) fn fixed(length: &Length, root: &TokenStream) -> TokenStream {
    match &length.size {
        SizeSource::Written(value) => {
            let path = syn::parse_quote!(#root);
            let value = FixedPrinter::new(&path).whole(value);
            quote!(#root::fixed_size(#value))
        }
        SizeSource::Declared(number) => of_state(*number),
    }
}
