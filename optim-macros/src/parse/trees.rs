//! Token trees: punctuation, parts between commas, groups.

use proc_macro2::{Delimiter, Group, Span, TokenTree};

/// Returns true if a token is this punctuation character.
pub(crate) fn is_punct(tree: &TokenTree, character: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == character)
}

/// Splits tokens at top-level commas. A trailing comma adds no empty part.
pub(crate) fn split(tokens: &[TokenTree]) -> Vec<(&[TokenTree], Span)> {
    let mut parts = Vec::new();
    let mut rest = tokens;
    while !rest.is_empty() {
        let end = rest.iter().position(|tree| is_punct(tree, ',')).unwrap_or(rest.len());
        let span = rest.get(end).or(rest.first()).map_or_else(Span::call_site, TokenTree::span);
        parts.push((&rest[..end], span));
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    parts
}

/// The only group of a token list, if its delimiter is this one.
pub(crate) fn only_group(tokens: &[TokenTree], delimiter: Delimiter) -> Option<&Group> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}
