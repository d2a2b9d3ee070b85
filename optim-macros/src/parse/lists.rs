//! Lists of states: `[tensor; self.m]`, `[(rows, self.rank); 4]`. Lengths of lists of outputs.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::{Expr, Lit, UnOp};

use super::definition::StateKind;
use super::dimensions::{axis, is_without, pair};
use super::kinds::{EntryForm, read_kind};
use super::state_dim::StateDim;
use super::trees::is_punct;
use crate::diag::{Errors, source};

/// The largest length of a list. `build` checks lengths that are not literals.
const MOST: usize = 1 << 16;

/// Reads the kind and the length of a list. After a reported mistake, it becomes a list of one tensor.
pub(super) fn items(name: &str, group: &Group, errors: &mut Errors) -> (StateKind, Option<Expr>) {
    let errors = &mut errors.about("lists");
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let (of, rest) = parts(&tokens);
    let Some(kind) = kind(name, group, of, errors) else { return (StateKind::Tensor, Some(syn::parse_quote!(1))) };
    if let StateKind::Pair(_, axis @ StateDim::Axis { number: None, .. }) = &kind {
        return (kind.clone(), Some(number_of_axes(name, axis, group, rest, errors)));
    }
    let length = length(name, &kind, group, rest, errors);
    (kind, Some(length.unwrap_or_else(|| syn::parse_quote!(1))))
}

/// The tokens before the `;`, and the tokens from it on.
pub(super) fn parts(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    tokens.split_at(tokens.iter().position(|tree| is_punct(tree, ';')).unwrap_or(tokens.len()))
}

/// The message for a list inside of a list. `kind` is a kind that an item could have.
pub(super) fn of_lists(inner: &Group, kind: &str, errors: &mut Errors) {
    let help = format!("help: declare one list, and compute the index: `[{kind}; self.a * self.b]`");
    errors.push(inner, format!("a list of lists is not supported\n{help}"));
}

/// The kind of an item.
fn kind(name: &str, group: &Group, tokens: &[TokenTree], errors: &mut Errors) -> Option<StateKind> {
    match tokens {
        [TokenTree::Ident(word)] if let Some(without) = is_without(word) => return Some(StateKind::of_axis(without, None)),
        [TokenTree::Ident(word), TokenTree::Group(number)]
            if is_without(word).is_some() && number.delimiter() == Delimiter::Parenthesis =>
        {
            return axis(name, word, Some(number), errors);
        }
        [TokenTree::Ident(word)] => return Some(read_kind(word, |kind| format!("{name}: [{kind}; …]"), EntryForm::ITEM, errors)),
        [TokenTree::Group(dims)] if dims.delimiter() == Delimiter::Parenthesis => return pair(name, "a state", dims, errors),
        [TokenTree::Group(inner)] if inner.delimiter() == Delimiter::Bracket => of_lists(inner, "tensor", errors),
        _ => errors.push(
            group,
            format!("expected a kind of state and a length, separated by `;`\nhelp: write `{name}: [tensor; self.m]` for a list, `{name}: (rows, cols)` for dimensions"),
        ),
    }
    None
}

/// The length of a list by axis, from the `;` on: one item for each axis.
fn number_of_axes(name: &str, axis: &StateDim, group: &Group, tokens: &[TokenTree], errors: &mut Errors) -> Expr {
    let all: Expr = syn::parse_quote!(param.ndim());
    let written: TokenStream = tokens.iter().skip(1).cloned().collect();
    if syn::parse2::<Expr>(written.clone()).ok().as_ref() == Some(&all) {
        // The tokens are the user's, so messages mark them.
        return syn::parse2(written).unwrap_or(all);
    }
    let message = "the length of a list by axis must be `param.ndim()`";
    let help =
        format!("help: write `{name}: [{axis}; param.ndim()]`, or `[{axis}(0); …]` for several values of one axis");
    let errors = &mut errors.about("axes");
    if written.is_empty() {
        errors.push(group, format!("{message}\n{help}"));
    } else {
        errors.push(written, format!("{message}\n{help}"));
    }
    all
}

/// The length, from the `;` on.
pub(super) fn length(
    name: &str,
    kind: &StateKind,
    group: &Group,
    tokens: &[TokenTree],
    errors: &mut Errors,
) -> Option<Expr> {
    let kind = source(kind);
    let help = format!("help: write `{name}: [{kind}; self.m]`, with a fixed integer of at least 1");
    let Some((semicolon, length)) = tokens.split_first() else {
        errors.push(group, format!("the list `{name}` has no length\n{help}"));
        return None;
    };
    if length.is_empty() {
        errors.push(semicolon, format!("the list `{name}` has no length\n{help}"));
        return None;
    }
    let tokens: TokenStream = length.iter().cloned().collect();
    let Ok(length) = syn::parse2::<Expr>(tokens.clone()) else {
        errors.push(tokens, format!("the length of the list `{name}` is not an expression\n{help}"));
        return None;
    };
    let (literal, negative) = match &length {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (&*unary.expr, true),
        other => (other, false),
    };
    let wrong = match literal {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => match number.base10_parse::<usize>() {
                Ok(1..=MOST) if !negative => None,
                Ok(number) if number > MOST && !negative => Some(format!("a list can have at most {MOST} items")),
                _ => Some("a list must have at least 1 item".to_owned()),
            },
            _ => Some("the length of a list must be an integer".to_owned()),
        },
        Expr::Infer(_) | Expr::Tuple(_) | Expr::Array(_) | Expr::Range(_) => {
            Some(format!("`{}` is not a valid length of a list", source(&length)))
        }
        _ => None,
    };
    match wrong {
        Some(message) => {
            errors.push(&length, format!("{message}\n{help}"));
            None
        }
        None => Some(length),
    }
}
