//! The entries of `state <name: kind = init if condition, …>`.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::{Expr, ExprPath, Lit};

use super::definition::{Init, State, StateKind};
use super::entry::{condition, declared_kind, declared_name, without_docs};
use super::kinds::EntryForm;
use super::lists::items;
use super::trees::{is_punct, only_group, split};
use crate::diag::{Errors, nearest, source};

/// Reads the tokens between `<` and `>`. Duplicates are reported and skipped.
pub(crate) fn entries(tokens: &[TokenTree], errors: &mut Errors) -> Vec<State> {
    let (mut states, mut names) = (Vec::new(), HashSet::new());
    for (tokens, span) in split(tokens) {
        let tokens = without_docs(tokens, EntryForm::STATE, errors);
        if tokens.is_empty() {
            errors.push_at(span, "expected a state before this `,`\nhelp: write `name = 0.0`");
            continue;
        }
        let Some(state) = entry(tokens, errors) else {
            continue;
        };
        if names.insert(state.name()) {
            states.push(state);
        } else {
            errors.push(&state.ident, format!("the state `{}` is declared twice", state.name()));
        }
    }
    states
}

/// Returns true for a global state without a condition, which `lr_factor` needs.
pub(super) fn is_factor(name: &Ident, states: &[State], errors: &mut Errors) -> bool {
    let errors = &mut errors.about("hyper");
    let (text, known) = (name.unraw().to_string(), || states.iter().map(State::name));
    let Some(state) = states.iter().find(|state| state.name() == text) else {
        let names: Vec<String> = known().collect();
        let help = match nearest(&text, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `state <{text}: global = 1.0>`"),
        };
        errors.push(name, format!("there is no state `{text}`\nhelp: {help}"));
        return false;
    };
    let is_number = state.kind == StateKind::Global && state.list.is_none() && state.cond.is_none();
    if !is_number {
        errors.push(
            name,
            format!(
                "the factor of the learning rate is one number for the whole optimizer, without a condition\n\
                 help: declare it as `{text}: global = 1.0`"
            ),
        );
    }
    is_number
}

/// Returns true if a pair of dimensions follows: `: (rows, cols)`, or `: [(rows, cols); 2]`.
fn has_pair(rest: &[TokenTree]) -> bool {
    let is_pair = |group: &Group| group.delimiter() == Delimiter::Parenthesis;
    match rest {
        [colon, TokenTree::Group(group), ..] if is_punct(colon, ':') => {
            let of_items =
                matches!(group.stream().into_iter().next(), Some(TokenTree::Group(items)) if is_pair(&items));
            is_pair(group) || group.delimiter() == Delimiter::Bracket && of_items
        }
        _ => false,
    }
}

/// Reads an entry. Missing parts are reported and replaced, so that later stages know the name.
fn entry(tokens: &[TokenTree], errors: &mut Errors) -> Option<State> {
    let (first, rest) = tokens.split_first()?;
    let ident = declared_name(first, EntryForm::STATE, errors)?;
    let name = ident.unraw().to_string();
    // `scale: 1.0` has a value in place of the kind.
    let value = rest.get(1..).filter(|value| is_punct(&rest[0], ':') && is_number(value));
    if let Some(value) = value {
        let number: TokenStream = value.iter().cloned().take_while(|tree| !is_word(tree, "if")).collect();
        let text = source(&number);
        let message = format!(
            "expected the kind of the state `{name}`, found the value `{text}`\nhelp: an initial value follows `=`: write `{name} = {text}`"
        );
        errors.of_values(|errors| errors.push(number, message));
    }
    let has_pair = has_pair(rest);
    let (kind, list, rest) = match rest {
        rest if value.is_some() => (StateKind::Tensor, None, rest),
        [colon, TokenTree::Group(group), rest @ ..]
            if is_punct(colon, ':') && group.delimiter() == Delimiter::Bracket =>
        {
            let (kind, list) = items(&name, group, errors);
            (kind, list, rest)
        }
        rest => {
            let (kind, rest) = declared_kind(&ident, rest, EntryForm::STATE, errors);
            (kind, None, rest)
        }
    };
    let (init, cond) = match rest {
        [equal, rest @ ..] if is_punct(equal, '=') || value.is_some() => {
            let end = rest.iter().position(|tree| is_word(tree, "if"));
            let init = &rest[..end.unwrap_or(rest.len())];
            let cond = end.and_then(|end| condition(&name, &rest[end], &rest[end + 1..], EntryForm::STATE, errors));
            if init.is_empty() {
                errors.of_values(|errors| errors.push(equal, no_init(&name)));
                (None, cond)
            } else {
                (errors.of_values(|errors| initial(&name, init, errors)), cond)
            }
        }
        [] => {
            errors.of_values(|errors| errors.push(&ident, no_init(&name)));
            (None, None)
        }
        [other, ..] => {
            errors.push(
                other,
                format!("expected `=` and an initial value for the state `{name}`\nhelp: write `{name} = 0.0`"),
            );
            (None, None)
        }
    };
    let init = init.unwrap_or_else(|| Init::Expr(syn::parse_quote!(0.0)));
    Some(State { ident, kind, has_pair, list, init, cond })
}

/// Returns true if the tokens are a number, perhaps with a condition after it.
fn is_number(tokens: &[TokenTree]) -> bool {
    let number = match tokens {
        [minus, rest @ ..] if is_punct(minus, '-') => rest,
        tokens => tokens,
    };
    match number {
        [TokenTree::Literal(_)] => true,
        [TokenTree::Literal(_), next, ..] => is_word(next, "if"),
        _ => false,
    }
}

fn is_word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, TokenTree::Ident(found) if found == word)
}

/// The message for a missing initial value.
fn no_init(name: &str) -> String {
    format!(
        "the state `{name}` has no initial value\nhelp: write `{name} = 0.0`, or `{name} = param` for a copy of the parameter"
    )
}

/// Reads the initial value: a signed literal, `param`, `normal(…)`, a path, or a block.
fn initial(state: &str, tokens: &[TokenTree], errors: &mut Errors) -> Option<Init> {
    let all: TokenStream = tokens.iter().cloned().collect();
    if let [TokenTree::Ident(word)] = tokens {
        if word == "param" {
            return Some(Init::Param(word.clone()));
        }
        if word == "grad" {
            errors.push(
                word,
                format!("the state `{state}` can't start as the gradient: states are created before the first step\nhelp: write `{state} = 0.0`"),
            );
            return None;
        }
    }
    if let Some(eye) = eye(tokens, errors) {
        return eye;
    }
    if let [TokenTree::Ident(word), arguments] = tokens
        && word == "normal"
        && let Some(group) = only_group(std::slice::from_ref(arguments), Delimiter::Parenthesis)
    {
        return deviation(state, &all, group.stream(), errors).map(|value| Init::Normal(word.clone(), value));
    }
    if let Some(block) = only_group(tokens, Delimiter::Brace) {
        if block.stream().is_empty() {
            errors.push(&all, no_init(state));
            return None;
        }
        return errors.take(syn::parse2(all)).map(Init::Expr);
    }
    let unsigned = match tokens {
        [minus, rest @ ..] if is_punct(minus, '-') => rest,
        _ => tokens,
    };
    if let [single] = unsigned
        && let Ok(literal) = syn::parse2::<Lit>(TokenStream::from(single.clone()))
    {
        let negative = unsigned.len() < tokens.len();
        if let Some(message) = wrong_number(state, &literal, negative) {
            errors.push(&all, message);
            return None;
        }
        return errors.take(syn::parse2(all)).map(Init::Expr);
    }
    if Parser::parse2(path, all.clone()).is_ok() {
        return errors.take(syn::parse2(all)).map(Init::Expr);
    }
    let text = source(&all);
    errors.push(
        &all,
        format!(
            "an initial value must be a literal, `param`, a path, or an expression in braces\nhelp: write `{state} = {{ {text} }}`"
        ),
    );
    None
}

/// The message for a literal that is no initial value.
fn wrong_number(state: &str, literal: &Lit, negative: bool) -> Option<String> {
    match literal {
        Lit::Float(number) if matches!(number.suffix(), "" | "f64") => None,
        Lit::Float(number) => {
            let digits = number.base10_digits();
            Some(format!("initial values must be `f64`, for every type of parameters\nhelp: write `{digits}`"))
        }
        Lit::Int(number) => {
            let sign = if negative { "-" } else { "" };
            let digits = number.base10_digits();
            Some(format!("the initial value of the state `{state}` is an integer\nhelp: write `{sign}{digits}.0`"))
        }
        _ => Some(format!("the initial value of the state `{state}` is not a number")),
    }
}

/// Reads `eye` and `eye(number)`; `None` for anything else.
fn eye(tokens: &[TokenTree], errors: &mut Errors) -> Option<Option<Init>> {
    match tokens {
        [TokenTree::Ident(word)] if word == "eye" => Some(Some(Init::Eye(word.clone(), None))),
        [TokenTree::Ident(word), TokenTree::Group(group)]
            if word == "eye" && group.delimiter() == Delimiter::Parenthesis =>
        {
            if group.stream().is_empty() {
                errors.push(group, "`eye` without a number has no parentheses\nhelp: write `eye`");
                return Some(None);
            }
            let number = errors.take(syn::parse2::<Expr>(group.stream()));
            Some(number.map(|number| Init::Eye(word.clone(), Some(Box::new(number)))))
        }
        _ => None,
    }
}

/// The standard deviation in `normal(…)`.
fn deviation(state: &str, all: &TokenStream, arguments: TokenStream, errors: &mut Errors) -> Option<Expr> {
    let wants = format!("help: write `{state} = normal(0.1)`, with the standard deviation");
    let Ok(value) = syn::parse2::<Expr>(arguments) else {
        errors.push(all, format!("`normal` takes one number, the standard deviation\n{wants}"));
        return None;
    };
    let text = source(&value);
    let bare = text.trim_start_matches('-');
    if bare.parse::<u64>().is_ok() {
        errors.push(
            &value,
            format!("the standard deviation of the state `{state}` is an integer\nhelp: write `normal({bare}.0)`"),
        );
        return None;
    }
    if text.starts_with('-') && bare.parse::<f64>().is_ok() {
        errors.push(
            &value,
            format!("the standard deviation of the state `{state}` is negative\nhelp: write `normal({bare})`"),
        );
        return None;
    }
    Some(value)
}

/// A path to a constant.
fn path(input: syn::parse::ParseStream<'_>) -> syn::Result<ExprPath> {
    input.parse()
}
