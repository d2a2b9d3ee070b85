//! Reading tokens that a hidden macro has stored.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::{Token, braced};

/// Makes the names of all tokens resolve at `here`. Their places stay.
pub(super) fn resolve_at(tokens: TokenStream, here: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut tree| {
            if let TokenTree::Group(group) = &tree {
                let mut moved = Group::new(group.delimiter(), resolve_at(group.stream(), here));
                moved.set_span(group.span());
                tree = TokenTree::Group(moved);
            }
            tree.set_span(tree.span().resolved_at(here));
            tree
        })
        .collect()
}

/// `{ entry, … }`.
pub(super) fn entries<T: Parse>(input: ParseStream<'_>) -> syn::Result<Vec<T>> {
    let content;
    braced!(content in input);
    Ok(content.parse_terminated(T::parse, Token![,])?.into_iter().collect())
}
