//! A dimension of a state.

use std::fmt;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use crate::diag::source;

/// A declared dimension.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StateDim {
    /// `1`
    One,
    /// `rows`, or `param.rows()`
    Rows,
    /// `cols`, or `param.cols()`
    Cols,
    /// A fixed integer expression over `self` and the sizes of `param`.
    Fixed(Box<Expr>),
    /// `along(0)` and `without(0)`, or in a list by axis, `along` and `without` the axis of each item. The dimension is the columns of one row.
    Axis { without: bool, number: Option<Box<Expr>> },
    /// `min(a, b)`
    Min(Box<StateDim>, Box<StateDim>),
}

impl StateDim {
    /// The fixed expressions in it, from left to right.
    pub(crate) fn fixed(&self) -> Vec<&Expr> {
        match self {
            Self::One | Self::Rows | Self::Cols => Vec::new(),
            Self::Fixed(expr) => vec![expr],
            Self::Axis { number, .. } => number.iter().map(AsRef::as_ref).collect(),
            Self::Min(a, b) => [a, b].into_iter().flat_map(|dim| dim.fixed()).collect(),
        }
    }
}

/// The notation in messages.
impl fmt::Display for StateDim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("1"),
            Self::Rows => f.write_str("rows"),
            Self::Cols => f.write_str("cols"),
            Self::Fixed(expr) => f.write_str(&source(expr)),
            Self::Axis { without, number } => {
                f.write_str(axis_word(*without))?;
                number.as_ref().map_or(Ok(()), |number| write!(f, "({})", source(number)))
            }
            Self::Min(a, b) => write!(f, "min({a}, {b})"),
        }
    }
}

/// The notation of the attribute.
impl ToTokens for StateDim {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::One => quote!(1),
            Self::Rows => quote!(rows),
            Self::Cols => quote!(cols),
            Self::Fixed(expr) => quote!(#expr),
            Self::Axis { without, number } => {
                let word = Ident::new(axis_word(*without), Span::call_site());
                let number = number.as_ref().map(|number| quote!((#number)));
                quote!(#word #number)
            }
            Self::Min(a, b) => quote!(min(#a, #b)),
        });
    }
}

/// The word for numbers along an axis, or along all other axes.
pub(super) const fn axis_word(without: bool) -> &'static str {
    if without { "without" } else { "along" }
}
