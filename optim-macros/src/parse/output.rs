//! The entries of `output <name: kind if condition, …>`: numbers that a step reports.

use std::collections::HashSet;

use optim_language::WATCHED;
use proc_macro2::{Delimiter, TokenTree};

use super::args::{is_punct, split};
use super::definition::Output;
use super::state::{EntryForm, condition, declared_name, without_docs};
use crate::diag::{Errors, list, nearest, source};

/// The kinds of outputs.
const KINDS: [&str; 2] = ["scalar", "global"];

/// Reads the tokens between `<` and `>`; duplicates are reported and left out.
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

/// Reads one entry; what is wrong is reported and left out, so that later stages know the name.
fn entry(tokens: &[TokenTree], errors: &mut Errors) -> Option<Output> {
    let (first, rest) = tokens.split_first()?;
    let ident = declared_name(first, EntryForm::OUTPUT, errors)?;
    let mut output = Output { ident, global: false, cond: None };
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
            format!("the output `{name}` can't have an initial value: `step` assigns it\nhelp: write `{name}: scalar`, or declare it in `state <…>`"),
        ),
        [keyword @ TokenTree::Ident(word), cond @ ..] if word == "if" => {
            output.cond = condition(&name, keyword, cond, EntryForm::OUTPUT, errors);
        }
        [other, ..] => errors.push(
            other,
            format!("expected `,` or a condition after the output `{name}`\nhelp: write `{name}: scalar if self.flag`"),
        ),
    }
    Some(output)
}

/// Reads the kind, and returns what follows.
fn kind<'t>(output: &mut Output, rest: &'t [TokenTree], errors: &mut Errors) -> &'t [TokenTree] {
    let name = output.name();
    match rest {
        [colon, TokenTree::Ident(word), rest @ ..] if is_punct(colon, ':') => {
            let text = word.to_string();
            match text.as_str() {
                "scalar" => {}
                "global" => output.global = true,
                "tensor" | "rows" | "cols" | "matrices" => errors.push(
                    word,
                    format!("an output is one number, not `{text}`\nhelp: write `{name}: scalar`, and assign it a reduction: `output.{name} = x.rms()`"),
                ),
                _ => {
                    let help = match nearest(&text.to_lowercase(), KINDS) {
                        Some(near) => format!("write `{name}: {near}`"),
                        None => format!("the kinds are {}", list(KINDS)),
                    };
                    errors.push(word, format!("unknown kind of output `{text}`\nhelp: {help}"));
                }
            }
            rest
        }
        [colon, TokenTree::Group(group), rest @ ..] if is_punct(colon, ':') => {
            let message = match group.delimiter() {
                Delimiter::Bracket => {
                    format!(
                        "an output can't be a list\nhelp: declare each number: `{name}_0: scalar, {name}_1: scalar`"
                    )
                }
                _ => format!("an output is one number, not `{}`\nhelp: write `{name}: scalar`", source(group)),
            };
            errors.push(group, message);
            rest
        }
        [colon, rest @ ..] if is_punct(colon, ':') => {
            errors.push(colon, format!("expected the kind of the output `{name}`\nhelp: write `{name}: scalar`, one number for each parameter, or `{name}: global`, one for the optimizer"));
            &rest[usize::from(matches!(rest, [TokenTree::Literal(_), ..]))..]
        }
        rest => {
            // Other tokens may be a mistake of their own, which tells more.
            if rest.is_empty() || matches!(rest, [TokenTree::Ident(_), ..]) {
                errors.push(&output.ident, format!("the output `{name}` has no kind\nhelp: write `{name}: scalar`, one number for each parameter, or `{name}: global`, one for the optimizer"));
            }
            rest
        }
    }
}
