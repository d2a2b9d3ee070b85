//! The entries of `input <name: kind if condition, …>`: values that the caller gives to each step.

use std::collections::HashSet;

use proc_macro2::TokenTree;

use super::definition::{Input, StateKind};
use super::entry::{condition, declared_kind, declared_name, without_docs};
use super::kinds::EntryForm;
use super::trees::{is_punct, split};
use crate::diag::{Errors, source};

/// The kind that only inputs have: one number for the whole model.
const GLOBAL: &str = "global";

/// Reads the tokens between `<` and `>`. Duplicates are reported and skipped.
pub(super) fn entries(tokens: &[TokenTree], errors: &mut Errors) -> Vec<Input> {
    let errors = &mut errors.about("input");
    let (mut inputs, mut names) = (Vec::new(), HashSet::new());
    for (tokens, span) in split(tokens) {
        let tokens = without_docs(tokens, EntryForm::INPUT, errors);
        if tokens.is_empty() {
            errors.push_at(span, "expected an input before this `,`\nhelp: write `name: tensor`");
            continue;
        }
        let Some(input) = entry(tokens, errors) else { continue };
        if names.insert(input.name()) {
            inputs.push(input);
        } else {
            errors.push(&input.ident, format!("the input `{}` is declared twice", input.name()));
        }
    }
    inputs
}

/// Reads an entry. A wrong part is reported and skipped, so that later stages know the name.
fn entry(tokens: &[TokenTree], errors: &mut Errors) -> Option<Input> {
    let (first, rest) = tokens.split_first()?;
    let ident = declared_name(first, EntryForm::INPUT, errors)?;
    let (global, kind, rest) = match rest {
        [colon, TokenTree::Ident(word), rest @ ..] if is_punct(colon, ':') && word == GLOBAL => {
            (true, StateKind::Scalar, rest)
        }
        _ => {
            let (kind, rest) = declared_kind(&ident, rest, EntryForm::INPUT, errors);
            (false, kind, rest)
        }
    };
    let name = Input { ident: ident.clone(), kind: kind.clone(), global, cond: None }.name();
    let cond = match rest {
        [] => None,
        [equal, ..] if is_punct(equal, '=') => {
            let kind = if global { GLOBAL.to_owned() } else { source(&kind) };
            errors.push(
                equal,
                format!("the input `{name}` can't have an initial value: the caller passes it to each step\nhelp: write `{name}: {kind}`, or declare it in `state <…>`"),
            );
            None
        }
        [keyword @ TokenTree::Ident(word), cond @ ..] if word == "if" => {
            condition(&name, keyword, cond, EntryForm::INPUT, errors)
        }
        [other, ..] => {
            errors.push(
                other,
                format!(
                    "expected `,` or a condition after the input `{name}`\nhelp: write `{name}: tensor if every(10)`"
                ),
            );
            None
        }
    };
    Some(Input { ident, kind, global, cond })
}
