//! Paths from generated code to the runtime. All of them start here.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Path, parse_quote};

/// The module of the runtime that generated code uses: `::optim_std::__private`, or `<path>::__private` of a `crate = path`.
///
/// No other code of this crate contains the name of a runtime crate.
pub(crate) fn root(krate: Option<&Path>) -> Path {
    match krate {
        Some(path) => parse_quote!(#path::__private),
        None => parse_quote!(::optim_std::__private),
    }
}

/// The name of the runtime in generated blocks, which begin with [`named`]. It keeps them readable.
pub(crate) fn short() -> Path {
    parse_quote!(__optim)
}

/// The import that gives the runtime its [`short`] name.
pub(crate) fn named(root: &Path) -> TokenStream {
    let short = short();
    quote!(use #root as #short;)
}

/// Returns true if the last segment of a path is this name.
pub(crate) fn is_named(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}

/// A span for generated tokens, so that the compiler's messages show `span`.
///
/// Names resolve where the macro was called, as in all generated code. So all variables of a generated function agree,
/// wherever their tokens come from. With `span` itself they would not, if the item comes from another macro.
pub(crate) fn shown(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// The path of the runtime, with this span for messages.
pub(crate) fn root_at(root: &Path, span: Span) -> TokenStream {
    shown_at(root.to_token_stream(), span)
}

/// The tokens with this span for messages. Groups keep theirs.
pub(crate) fn shown_at(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut tree| {
            tree.set_span(tree.span().located_at(span));
            tree
        })
        .collect()
}

/// The name of the generated type next to an `#[elementwise]` function, whatever the function's path is.
pub(crate) fn called(function: &Path) -> Ident {
    let segments: Vec<String> = function.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    let last = function.segments.last().map_or_else(Span::call_site, |segment| segment.ident.span());
    Ident::new(&format!("__{}", segments.join("__")), shown(last))
}
