//! The attribute of a field, `#[hyper(default = …, scheduled, range = …)]`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, LitStr, Meta, Token};

use super::trees::{is_punct, split};
use crate::diag::{Errors, list, nearest};
use crate::language::Language;

/// The attributes of one field.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) default: Option<Expr>,
    pub(super) scheduled: Option<Ident>,
    pub(super) shared: Option<Ident>,
    pub(super) range: Option<Expr>,
    pub(super) none: Option<Expr>,
    pub(super) names: Vec<LitStr>,
}

/// Reads the attributes of a field. More than one is an error.
pub(super) fn parse(name: &str, attrs: &[Attribute], language: Language, errors: &mut Errors) -> Keys {
    let mut keys = Keys::default();
    if let [_, second, ..] = attrs {
        errors.push(
            second,
            format!("`#[hyper]` is given twice on `{name}`\nhelp: write one: `#[hyper(default = …, range = …)]`"),
        );
    }
    for attr in attrs {
        read(attr, language, &mut keys, errors);
    }
    keys
}

/// The keys of the attribute.
fn known_keys(language: Language) -> &'static [&'static str] {
    match language {
        Language::Optimizer => &["default", "scheduled", "shared", "range", "none"],
        Language::Schedule => &["default", "range", "names"],
    }
}

/// Reads `#[hyper(…)]`. `#[hyper]` without keys has no effect.
fn read(attr: &Attribute, language: Language, keys: &mut Keys, errors: &mut Errors) {
    let tokens = match &attr.meta {
        Meta::Path(_) => return,
        Meta::List(list) => list.tokens.clone(),
        Meta::NameValue(_) => {
            errors.push(attr, "`hyper` takes its keys in parentheses\nhelp: write `#[hyper(default = …)]`");
            return;
        }
    };
    let known = || known_keys(language).iter().copied();
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (part, span) in split(&trees) {
        let Some((first, after)) = part.split_first() else {
            errors.push_at(span, format!("expected one of the keys {}", list(known())));
            continue;
        };
        let TokenTree::Ident(key) = first else {
            errors.push(first, format!("expected one of the keys {}", list(known())));
            continue;
        };
        match key.to_string().as_str() {
            "scheduled" if language == Language::Schedule => errors.push(
                key,
                "an argument of a schedule can't be `scheduled`: it is fixed before training\nhelp: remove `scheduled`, or take a schedule as an argument of type `ScheduleRef`",
            ),
            "shared" if language == Language::Schedule => errors.push(
                key,
                "an argument of a schedule can't be `shared`: a schedule has no parameter groups\nhelp: remove `shared`",
            ),
            "names" if language == Language::Schedule => names(key, after, &mut keys.names, errors),
            "scheduled" => flag(key, after, &mut keys.scheduled, errors),
            "shared" => flag(key, after, &mut keys.shared, errors),
            "default" => value(key, after, &mut keys.default, errors),
            "range" => value(key, after, &mut keys.range, errors),
            "none" => value(key, after, &mut keys.none, errors),
            other => {
                let help = nearest(other, known())
                    .map_or_else(|| format!("the keys are {}", list(known())), |key| format!("did you mean `{key}`?"));
                errors.push(key, format!("unknown key `{other}` of `hyper`\nhelp: {help}"));
            }
        }
    }
}

/// Reads a key without a value.
fn flag(key: &Ident, after: &[TokenTree], slot: &mut Option<Ident>, errors: &mut Errors) {
    if let Some(extra) = after.first() {
        errors.push(extra, format!("`{key}` takes no value\nhelp: write `#[hyper({key})]`"));
    }
    if slot.replace(key.clone()).is_some() {
        errors.push(key, format!("`{key}` is given twice"));
    }
}

/// Reads `names("first", "second")`.
fn names(key: &Ident, after: &[TokenTree], slot: &mut Vec<LitStr>, errors: &mut Errors) {
    let read = match after {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            let list = Punctuated::<LitStr, Token![,]>::parse_terminated;
            syn::parse::Parser::parse2(list, group.stream()).ok().filter(|list| !list.is_empty())
        }
        _ => None,
    };
    match read {
        Some(_) if !slot.is_empty() => errors.push(key, "`names` is given twice"),
        Some(list) => slot.extend(list),
        None => errors.push(
            key,
            "`names` takes the names of the argument in configuration files\nhelp: write `names(\"initial_learning_rate\", \"initial_val\")`",
        ),
    }
}

/// Reads `key = expression`.
fn value(key: &Ident, after: &[TokenTree], slot: &mut Option<Expr>, errors: &mut Errors) {
    match after {
        [equal, expr @ ..] if is_punct(equal, '=') && !expr.is_empty() => {
            let tokens: TokenStream = expr.iter().cloned().collect();
            let parsed = syn::parse2::<Expr>(tokens.clone()).map_err(|error| {
                syn::Error::new_spanned(tokens, format!("the value of `{key}` is not a complete expression: {error}"))
            });
            if let Some(expr) = errors.take(parsed)
                && slot.replace(expr).is_some()
            {
                errors.push(key, format!("`{key}` is given twice"));
            }
        }
        _ => errors.push(key, format!("`{key}` needs a value\nhelp: write `{key} = …`")),
    }
}
