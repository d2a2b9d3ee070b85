//! A broken rule, in words.

use std::fmt::Display;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr as Syntax, Token};

use crate::diag::line;

/// The place where a rule is broken, and the message.
pub(crate) struct Mistake {
    pub(crate) error: syn::Error,
    /// The body is understood all the same, so that rules about all of it still say something new.
    pub(crate) understood: bool,
    /// Something is missing, which another mistake may be the cause of.
    pub(crate) absence: bool,
    /// The name that doesn't exist: each name is reported once.
    pub(crate) unknown: Option<String>,
}

impl Mistake {
    /// The same mistake at a call of the function in which it is.
    pub(super) fn at_call(self, call: &Syntax, function: &Ident) -> Self {
        let place = line(self.error.span()).map(|line| format!(" on line {line}")).unwrap_or_default();
        let text = format!("{}\nnote: in the step function `{function}`{place}", self.error);
        Self { error: syn::Error::new_spanned(call, text), ..self }
    }
}

/// A mistake in these tokens: what they mean is not known.
pub(super) fn wrong(at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    Some(Mistake { error: syn::Error::new_spanned(at, message), understood: false, absence: false, unknown: None })
}

/// A mistake in these tokens, which are understood nevertheless.
pub(super) fn aside(at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    wrong(at, message).map(|mistake| Mistake { understood: true, ..mistake })
}

/// Something that the body never does, at these tokens. Rules that say so ask first whether anything else is wrong.
pub(super) fn absent(at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    aside(at, message).map(|mistake| Mistake { absence: true, ..mistake })
}

/// A name that doesn't exist.
pub(super) fn unknown(name: String, at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    wrong(at, message).map(|mistake| Mistake { unknown: Some(name), ..mistake })
}

/// A mistake at a place that has no tokens of its own.
pub(super) fn wrong_at(span: Span, message: impl Display) -> Option<Mistake> {
    Some(Mistake { error: syn::Error::new(span, message), understood: false, absence: false, unknown: None })
}

/// A function that takes so many arguments is given others: the mistake is in those that are too many, or in the function that lacks some.
pub(super) fn miscounted<'s>(
    function: impl ToTokens,
    arguments: impl IntoIterator<Item = &'s Syntax>,
    takes: usize,
    message: impl Display,
) -> Option<Mistake> {
    let surplus: Punctuated<&Syntax, Token![,]> = arguments.into_iter().skip(takes).collect();
    if surplus.is_empty() { wrong(function, message) } else { wrong(surplus, message) }
}
