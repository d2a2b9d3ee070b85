//! The entries of `output <name: kind if condition, …>`: numbers that a step reports.

use std::collections::HashSet;

use optim_language::WATCHED;
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

use super::definition::{Output, StateKind};
use super::entry::{condition, declared_name, without_docs};
use super::kinds::EntryForm;
use super::lists;
use super::trees::{is_punct, split};
use crate::diag::{Errors, list, nearest, source};

/// The kinds of outputs.
const KINDS: [&str; 2] = ["scalar", "global"];

/// Reads the tokens between `<` and `>`. Duplicates are reported and skipped.
pub(super) fn entries(tokens: &[TokenTree], errors: &mut Errors) -> Vec<Output> {
    let errors = &mut errors.about("output");
    let (mut outputs, mut names) = (Vec::new(), HashSet::new());
    for (tokens, span) in split(tokens) {
        let tokens = without_docs(tokens, EntryForm::OUTPUT, errors);
        if tokens.is_empty() {
            errors.push_at(span, "expected an output before this `,`\nhelp: write `name: scalar`");
            continue;
        }
        let Some(output) = entry(tokens, errors) else { continue };
        if names.insert(output.name()) {
            outputs.push(output);
        } else {
            errors.push(&output.ident, format!("the output `{}` is declared twice", output.name()));
        }
    }
    outputs
}

/// Reads an entry. A wrong part is reported and skipped, so that later stages know the name.
fn entry(tokens: &[TokenTree], errors: &mut Errors) -> Option<Output> {
    let (first, rest) = tokens.split_first()?;
    let ident = declared_name(first, EntryForm::OUTPUT, errors)?;
    let mut output = Output { ident, global: false, list: None, cond: None };
    let name = output.name();
    if WATCHED.contains(&name.as_str()) {
        errors.push(
            &output.ident,
            format!("every optimizer reports `{name}` already: the name is reserved\nhelp: rename the output"),
        );
    }
    let rest = kind(&mut output, rest, errors);
    match rest {
        [] => {}
        [equal, ..] if is_punct(equal, '=') => errors.push(
            equal,
            format!("the output `{name}` can't have an initial value: `step` assigns it\nhelp: write `{name}: {}`, or declare it in `state <…>`", output.kind()),
        ),
        [keyword @ TokenTree::Ident(word), cond @ ..] if word == "if" => {
            output.cond = condition(&name, keyword, cond, EntryForm::OUTPUT, errors);
        }
        [other, ..] => errors.push(
            other,
            format!("expected `,` or a condition after the output `{name}`\nhelp: write `{name}: {} if self.flag`", output.kind()),
        ),
    }
    Some(output)
}

/// Reads the kind, and returns the tokens after it.
fn kind<'t>(output: &mut Output, rest: &'t [TokenTree], errors: &mut Errors) -> &'t [TokenTree] {
    let name = output.name();
    match rest {
        [colon, TokenTree::Ident(word), rest @ ..] if is_punct(colon, ':') => {
            output.global = is_global(&name, word, |kind| format!("{name}: {kind}"), errors);
            rest
        }
        [colon, TokenTree::Group(group), rest @ ..] if is_punct(colon, ':') => {
            match group.delimiter() {
                Delimiter::Bracket => list_of_numbers(output, group, errors),
                _ => one_number(&format!("{name}: scalar"), group, errors),
            }
            rest
        }
        [colon, rest @ ..] if is_punct(colon, ':') => {
            errors.push(colon, format!("expected the kind of the output `{name}`\nhelp: write `{name}: scalar`, one number for each parameter, or `{name}: global`, one for the optimizer"));
            &rest[usize::from(matches!(rest, [TokenTree::Literal(_), ..]))..]
        }
        rest => {
            // Other tokens may be another mistake, with a better message.
            if rest.is_empty() || matches!(rest, [TokenTree::Ident(_), ..]) {
                errors.push(&output.ident, format!("the output `{name}` has no kind\nhelp: write `{name}: scalar`, one number for each parameter, or `{name}: global`, one for the optimizer"));
            }
            rest
        }
    }
}

/// Returns true for `global`. Reports other kinds; `example` is a declaration with a right one.
fn is_global(name: &str, word: &Ident, example: impl Fn(&str) -> String, errors: &mut Errors) -> bool {
    let text = word.to_string();
    match text.as_str() {
        "scalar" => {}
        "global" => return true,
        "tensor" | "rows" | "cols" | "matrices" => errors.push(
            word,
            format!("an output is one number, not `{text}`\nhelp: write `{}`, and assign it a reduction: `output.{name} = x.rms()`", example("scalar")),
        ),
        _ => {
            let help = match nearest(&text.to_lowercase(), KINDS) {
                Some(near) => format!("write `{}`", example(near)),
                None => format!("the kinds are {}", list(KINDS)),
            };
            errors.push(word, format!("unknown kind of output `{text}`\nhelp: {help}"));
        }
    }
    false
}

/// Reads `[scalar; self.k]`.
fn list_of_numbers(output: &mut Output, group: &Group, errors: &mut Errors) {
    let name = output.name();
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let (of, length) = lists::parts(&tokens);
    match of {
        [TokenTree::Ident(word)] => {
            output.global = is_global(&name, word, |kind| format!("{name}: [{kind}; …]"), errors);
        }
        [TokenTree::Group(dims)] if dims.delimiter() == Delimiter::Parenthesis => {
            one_number(&format!("{name}: [scalar; …]"), dims, errors);
        }
        [TokenTree::Group(inner)] if inner.delimiter() == Delimiter::Bracket => {
            return lists::of_lists(inner, "scalar", &mut errors.about("lists"));
        }
        _ => {
            return errors.push(
                group,
                format!(
                    "expected a kind of output and a length, separated by `;`\nhelp: write `{name}: [scalar; self.k]`"
                ),
            );
        }
    }
    let kind = if output.global { StateKind::Global } else { StateKind::Scalar };
    let length = lists::length(&name, &kind, group, length, &mut errors.about("lists"));
    output.list = Some(length.unwrap_or_else(|| syn::parse_quote!(1)));
}

/// The message for dimensions in place of a kind; `example` is a declaration with a kind.
fn one_number(example: &str, dims: &Group, errors: &mut Errors) {
    errors.push(dims, format!("an output is one number, not `{}`\nhelp: write `{example}`", source(dims)));
}
