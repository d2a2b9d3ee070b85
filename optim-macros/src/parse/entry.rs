//! The parts that entries of `state <…>`, `input <…>` and `output <…>` have in common: documentation, name, kind, condition.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::Expr;
use syn::ext::IdentExt;

use super::definition::StateKind;
use super::dimensions::{axis, is_without, pair};
use super::kinds::{EntryForm, read_kind};
use super::trees::is_punct;
use crate::diag::{Errors, source};

/// Drops the documentation of an entry. Other attributes are errors.
pub(super) fn without_docs<'a>(
    mut tokens: &'a [TokenTree],
    EntryForm { noun, a, rest: simple, .. }: EntryForm,
    errors: &mut Errors,
) -> &'a [TokenTree] {
    while let [hash, TokenTree::Group(group), rest @ ..] = tokens {
        if !is_punct(hash, '#') || group.delimiter() != Delimiter::Bracket {
            break;
        }
        let doc = matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc");
        if !doc {
            errors.push(
                tokens[..2].iter().cloned().collect::<TokenStream>(),
                format!(
                    "attributes are not allowed on {a}\nhelp: give the {noun} a condition: `name{simple} if self.flag`"
                ),
            );
        }
        tokens = rest;
    }
    tokens
}

/// The name of an entry.
pub(super) fn declared_name(
    first: &TokenTree,
    EntryForm { a, rest, .. }: EntryForm,
    errors: &mut Errors,
) -> Option<Ident> {
    let Ok(ident) = syn::parse2::<Ident>(TokenStream::from(first.clone())) else {
        let found = source(first);
        errors.push(first, format!("expected the name of {a}, found `{found}`\nhelp: write `name{rest}`"));
        return None;
    };
    let name = ident.unraw().to_string();
    match name.as_str() {
        "step" => errors.push(
            &ident,
            format!("{a} can't be called `step`: that is the step count\nhelp: rename it; to read the step count, add a last argument `t: Scalar` to `step`"),
        ),
        "param" | "grad" => {
            errors.push(&ident, format!("{a} can't be called `{name}`: that is an argument of `step`"));
        }
        reserved if reserved.starts_with("__") => {
            errors.push(&ident, "names that start with `__` are reserved for generated code");
        }
        _ => {}
    }
    Some(ident)
}

/// The kind after the name of an entry, a tensor by default, and the tokens after it.
pub(super) fn declared_kind<'t>(
    ident: &Ident,
    rest: &'t [TokenTree],
    entry: EntryForm,
    errors: &mut Errors,
) -> (StateKind, &'t [TokenTree]) {
    let name = ident.unraw().to_string();
    match rest {
        [colon, TokenTree::Ident(word), rest @ ..] if is_punct(colon, ':') && is_without(word).is_some() => {
            let (group, rest) = match rest {
                [TokenTree::Group(group), rest @ ..] if group.delimiter() == Delimiter::Parenthesis => {
                    (Some(group), rest)
                }
                rest => (None, rest),
            };
            (axis(&name, word, group, errors).unwrap_or(StateKind::Tensor), rest)
        }
        [colon, TokenTree::Ident(word), rest @ ..] if is_punct(colon, ':') => {
            (read_kind(word, |kind| format!("{name}: {kind}"), entry, errors), rest)
        }
        [colon, TokenTree::Group(group), rest @ ..]
            if is_punct(colon, ':') && group.delimiter() == Delimiter::Parenthesis =>
        {
            (pair(&name, entry.a, group, errors).unwrap_or(StateKind::Tensor), rest)
        }
        [colon, rest @ ..] if is_punct(colon, ':') => {
            let message = format!("expected the kind of the {}\nhelp: the kinds are {}", entry.noun, entry.kinds());
            errors.push(colon, message);
            // A value in place of the kind is skipped, so that the mistake is reported once.
            let instead = matches!(rest, [TokenTree::Literal(_) | TokenTree::Group(_), ..]);
            (StateKind::Tensor, &rest[usize::from(instead)..])
        }
        rest => (StateKind::Tensor, rest),
    }
}

/// The condition after `if`.
pub(super) fn condition(
    name: &str,
    keyword: &TokenTree,
    tokens: &[TokenTree],
    EntryForm { noun, rest, .. }: EntryForm,
    errors: &mut Errors,
) -> Option<Expr> {
    if tokens.is_empty() {
        errors.push(
            keyword,
            format!("the condition of the {noun} `{name}` is missing\nhelp: write `{name}{rest} if self.flag`"),
        );
        return None;
    }
    let parsed = syn::parse2::<Expr>(tokens.iter().cloned().collect());
    // The parser's error would mark the end of the arguments.
    let complete = parsed.map_err(|error| {
        let all: TokenStream = tokens.iter().cloned().collect();
        let text = format!("the condition of the {noun} `{name}` is not a complete expression: {error}");
        syn::Error::new_spanned(all, text)
    });
    errors.take(complete)
}
