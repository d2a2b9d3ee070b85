//! Searches in tokens.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns true if an identifier occurs among the tokens, at any depth.
pub(crate) fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Adds the identifiers that resolve by themselves: no members, and no later segments of paths.
pub(crate) fn names_in(tokens: &TokenStream, found: &mut BTreeSet<String>) {
    let mut before = [None, None];
    for token in tokens.clone() {
        let member = matches!(before, [first, Some('.')] if first != Some('.')) || before == [Some(':'), Some(':')];
        before = [before[1], if let TokenTree::Punct(punct) = &token { Some(punct.as_char()) } else { None }];
        match token {
            TokenTree::Ident(ident) if !member => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => names_in(&group.stream(), found),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The tokens in the parentheses around an expression, if they are not needed around a whole expression.
///
/// A tuple needs them, and a struct literal could be taken for the block after it.
pub(crate) fn in_parentheses(tokens: &TokenStream) -> Option<TokenStream> {
    let mut trees = tokens.clone().into_iter();
    let (Some(TokenTree::Group(group)), None) = (trees.next(), trees.next()) else { return None };
    let keeps = |tree: TokenTree| match tree {
        TokenTree::Group(inner) => inner.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ',',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    };
    let inner = group.stream();
    let kept = group.delimiter() != Delimiter::Parenthesis || inner.is_empty() || inner.clone().into_iter().any(keeps);
    (!kept).then(|| in_parentheses(&inner).unwrap_or(inner))
}

/// The expression without such parentheses.
pub(crate) fn without_parentheses(tokens: TokenStream) -> TokenStream {
    in_parentheses(&tokens).unwrap_or(tokens)
}

/// Generated Rust in the style of the user.
pub(crate) fn readable(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let mut shown = String::new();
    let mut characters = text.chars().filter(|c| *c != '\n').peekable();
    while let Some(c) = characters.next() {
        let before = shown.chars().next_back();
        let next = characters.peek().copied();
        let inside = matches!(before, Some('(' | '.' | '!' | '[')) || matches!(next, Some(')' | '.' | ',' | ']'));
        let call = next == Some('(') && before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if c == ' ' && (inside || call || before == Some(' ')) {
            continue;
        }
        shown.push(c);
    }
    shown.replace("shape.", "param.")
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn parentheses_go_where_they_mean_nothing() {
        for (tokens, bare) in [
            (quote!((a >= 2)), quote!(a >= 2)),
            (quote!((a)), quote!(a)),
            (quote!((a + b) * (c + d)), quote!((a + b) * (c + d))),
            (quote!((a, b)), quote!((a, b))),
            (quote!((a,)), quote!((a,))),
            (quote!(()), quote!(())),
            (quote!((Point { x } == y)), quote!((Point { x } == y))),
            (quote!([a]), quote!([a])),
        ] {
            assert_eq!(without_parentheses(tokens).to_string(), bare.to_string());
        }
    }
}
