//! A broken rule, and its message.

use std::fmt::Display;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr as Syntax, Token};

use crate::diag::line;

/// The place where a rule is broken, and the message.
pub(crate) struct Mistake {
    pub(crate) error: syn::Error,
    /// True if the body is understood in spite of the mistake, so that rules about the whole body still find new mistakes.
    pub(crate) understood: bool,
    /// True if the mistake is an omission, which another mistake may have caused.
    pub(crate) absence: bool,
    /// An unknown name, which is reported only once.
    pub(crate) unknown: Option<String>,
}

impl Mistake {
    /// The same mistake, shown at the call of the function that contains it.
    pub(super) fn at_call(self, call: &Syntax, function: &Ident) -> Self {
        let place = line(self.error.span()).map(|line| format!(" on line {line}")).unwrap_or_default();
        let text = format!("{}\nnote: in the step function `{function}`{place}", self.error);
        Self { error: syn::Error::new_spanned(call, text), ..self }
    }
}

/// A mistake at these tokens, whose meaning is then unknown.
pub(super) fn wrong(at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    Some(Mistake { error: syn::Error::new_spanned(at, message), understood: false, absence: false, unknown: None })
}

/// A mistake at these tokens, whose meaning is known nevertheless.
pub(super) fn aside(at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    wrong(at, message).map(|mistake| Mistake { understood: true, ..mistake })
}

/// An omission, shown at these tokens. Its rule must first ask whether there are other mistakes.
pub(super) fn absent(at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    aside(at, message).map(|mistake| Mistake { absence: true, ..mistake })
}

/// An unknown name.
pub(super) fn unknown(name: String, at: impl ToTokens, message: impl Display) -> Option<Mistake> {
    wrong(at, message).map(|mistake| Mistake { unknown: Some(name), ..mistake })
}

/// A mistake at a place that has no tokens.
pub(super) fn wrong_at(span: Span, message: impl Display) -> Option<Mistake> {
    Some(Mistake { error: syn::Error::new(span, message), understood: false, absence: false, unknown: None })
}

/// A wrong number of arguments: the mistake is shown at the surplus arguments, or at the function if some are missing.
pub(super) fn miscounted<'s>(
    function: impl ToTokens,
    arguments: impl IntoIterator<Item = &'s Syntax>,
    takes: usize,
    message: impl Display,
) -> Option<Mistake> {
    let surplus: Punctuated<&Syntax, Token![,]> = arguments.into_iter().skip(takes).collect();
    if surplus.is_empty() { wrong(function, message) } else { wrong(surplus, message) }
}
