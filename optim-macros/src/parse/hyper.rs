//! The fields of the struct: each is a hyperparameter, described by `#[hyper(default = …, scheduled, range = …)]`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Field, Lit, LitStr, Meta, Token};

use super::Language;
use super::args::{is_punct, split};
use super::definition::Hyper;
use super::range::{self, Ranges};
use super::types::{HyperType, classify};
use crate::diag::{Errors, list, nearest, source};
use crate::language::Words;

/// The helper attribute of fields.
pub(crate) const ATTRIBUTE: &str = "hyper";

/// The keys of the attribute.
fn known_keys(language: Language) -> &'static [&'static str] {
    match language {
        Language::Optimizer => &["default", "scheduled", "range", "none"],
        Language::Schedule => &["default", "range", "names"],
    }
}

/// Names of other methods of the type that has the setters: a setter can't have them.
fn reserved_names(language: Language) -> &'static [&'static str] {
    match language {
        Language::Optimizer => &[
            "build",
            "group",
            "new",
            "tag",
            "adjust_learning_rate",
            "clip_norm",
            "clip_value",
            "grad_scale",
            "non_finite",
            "threads",
        ],
        Language::Schedule => &[
            "new",
            "at",
            "value",
            "trace",
            "graph",
            "validate",
            "name",
            "arguments",
            "initial_value",
            "length",
            "for_group",
            "plot",
        ],
    }
}

/// A hyperparameter with everything that only the struct half needs.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    /// Name, type, and whether it may be a schedule.
    pub(crate) hyper: Hyper,
    /// Default; without one the setting is an argument of `new`.
    pub(crate) default: Option<Expr>,
    /// Allowed values.
    pub(crate) ranges: Ranges,
    /// The number that means `None`, outside of the struct.
    pub(crate) none: Option<Expr>,
    /// What configuration calls it, if not by the field's name: one for each name of the schedule.
    pub(crate) names: Vec<LitStr>,
    /// Documentation of the field, one line per `///`.
    pub(crate) doc: String,
    /// Its type can't be a hyperparameter; reported already.
    pub(crate) refused: bool,
    /// Its name is one of the builder's own methods; reported already.
    pub(crate) reserved: bool,
}

/// Reads a named field and removes the helper attribute from it.
pub(crate) fn field(field: &mut Field, owner: &Ident, language: Language, errors: &mut Errors) -> Option<Setting> {
    let Words { attribute, field: noun, a_field, .. } = language.words();
    let (ours, foreign): (Vec<_>, Vec<_>) =
        std::mem::take(&mut field.attrs).into_iter().partition(|attr| attr.path().is_ident(ATTRIBUTE));
    for attr in foreign.iter().filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr")) {
        errors.push(
            attr,
            format!(
                "conditional compilation is not allowed on {a_field}\nhelp: put `#[cfg(…)]` above `#[{attribute}]`, on one of two whole structs"
            ),
        );
    }
    let ident = field.ident.clone()?;
    let name = ident.unraw().to_string();
    let (states, foreign): (Vec<_>, Vec<_>) = foreign.into_iter().partition(|attr| attr.path().is_ident("state"));
    for attr in &states {
        let message = match language {
            Language::Schedule => "a schedule has no state: its value is a function of `t` alone\nhelp: remove the field and compute it from `t`".to_owned(),
            Language::Optimizer => format!("state is not declared on fields\nhelp: remove the field and write `#[optimizer(state <{name} = 0.0>)]` on `{owner}`"),
        };
        errors.push(attr, message);
    }
    field.attrs = foreign;
    if let Some((equal, default)) = field.default.take() {
        let value = source(&default);
        let mut tokens = TokenStream::new();
        quote::ToTokens::to_tokens(&equal, &mut tokens);
        quote::ToTokens::to_tokens(&default, &mut tokens);
        errors.push(
            tokens,
            format!("defaults are not given after the type\nhelp: write `#[hyper(default = {value})]` above `{name}`"),
        );
    }
    let mut reserved = false;
    if reserved_names(language).contains(&name.as_str()) {
        let setters = match language {
            Language::Optimizer => format!("{owner}Builder"),
            Language::Schedule => owner.to_string(),
        };
        errors.push(
            &ident,
            format!("the name `{name}` is reserved for a method of `{setters}`\nhelp: call the {noun} `{name}_value`"),
        );
        reserved = true;
    } else if name.starts_with("__") {
        errors.push(&ident, "names that start with `__` are reserved for generated code");
    }
    let (kind, refused) = match classify(&field.ty, language) {
        Ok(kind) => (kind, false),
        Err(refused) => {
            errors.push(&refused.ty, refused.message(&name, language));
            (HyperType::Choice, true)
        }
    };
    let mut keys = Keys::default();
    if let [_, second, ..] = ours.as_slice() {
        errors.push(
            second,
            format!("`#[hyper]` is given twice on `{name}`\nhelp: write one: `#[hyper(default = …, range = …)]`"),
        );
    }
    for attr in &ours {
        read(attr, language, &mut keys, errors);
    }
    let scheduled = match keys.scheduled {
        Some(key) if !refused && !kind.can_be_scheduled() => {
            let ty = source(&field.ty);
            errors.push(
                key,
                format!(
                    "`{name}` can't be scheduled: it is `{ty}`\nhelp: only `f64`, `Option<f64>` and tuples of `f64` have schedules"
                ),
            );
            false
        }
        key => key.is_some(),
    };
    let ranges = match &keys.range {
        Some(expr) if !refused => range::parse(&name, expr, &kind, errors),
        _ => Ranges::Any,
    };
    if let Some(default) = &keys.default {
        range::check_literal("the default", &name, default, &ranges, errors);
    }
    let none = keys.none.filter(|number| {
        let fits = matches!(&kind, HyperType::Option(item) if matches!(**item, HyperType::Float));
        if !refused && !fits {
            let ty = source(&field.ty);
            errors.push(
                number,
                format!("`{name}` has no `none`: it is `{ty}`\nhelp: a number means `None` for `Option<f64>` only"),
            );
        }
        fits
    });
    if let Some(number) = &none {
        range::check_literal("the `none`", &name, number, &ranges, errors);
    }
    let doc = docs(&field.attrs);
    let hyper = Hyper { ident, ty: field.ty.clone(), kind, scheduled };
    Some(Setting { hyper, default: keys.default, ranges, none, names: keys.names, doc, refused, reserved })
}

/// What the attributes of one field say.
#[derive(Default)]
struct Keys {
    default: Option<Expr>,
    scheduled: Option<Ident>,
    range: Option<Expr>,
    none: Option<Expr>,
    names: Vec<LitStr>,
}

/// Reads `#[hyper(…)]`; `#[hyper]` says nothing.
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
                "an argument of a schedule is fixed: what changes from step to step is the value\nhelp: remove `scheduled`, or take a schedule as an argument of type `ScheduleRef`",
            ),
            "names" if language == Language::Schedule => names(key, after, &mut keys.names, errors),
            "scheduled" => {
                if let Some(extra) = after.first() {
                    errors.push(extra, "`scheduled` takes no value\nhelp: write `#[hyper(scheduled)]`");
                }
                if keys.scheduled.replace(key.clone()).is_some() {
                    errors.push(key, "`scheduled` is given twice");
                }
            }
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
            "`names` takes what configuration calls the argument\nhelp: write `names(\"initial_learning_rate\", \"initial_val\")`",
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

/// The text of `///` comments and `#[doc = "…"]` attributes.
pub(crate) fn docs(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        if let Meta::NameValue(meta) = &attr.meta
            && let Expr::Lit(lit) = &meta.value
            && let Lit::Str(text) = &lit.lit
        {
            lines.extend(text.value().lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()));
        }
    }
    lines.join("\n").trim().to_owned()
}
