//! The fields of the struct: each is a hyperparameter with a type and a range, and its setter has the field's name.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, Field, Lit, LitStr, Meta, Type};

use super::definition::Hyper;
use super::keys;
use super::range::{self, Ranges};
use super::types::{HyperType, classify};
use crate::diag::{Errors, source};
use crate::language::{Language, Words};

/// The attribute of fields.
pub(crate) const ATTRIBUTE: &str = "hyper";

/// Options of the builder that a wrapper can replace, by a hyperparameter with the option's name.
pub(crate) const TAKEN: [&str; 2] = ["clip_norm", "clip_value"];

/// A hyperparameter, with facts that only the struct half needs.
#[derive(Debug, Clone)]
pub(crate) struct DeclaredHyper {
    /// Name, type, and whether it can be scheduled.
    pub(crate) hyper: Hyper,
    /// Default. Without one, the hyperparameter is an argument of `new`.
    pub(crate) default: Option<Expr>,
    /// Allowed values.
    pub(crate) ranges: Ranges,
    /// The number that means `None` in setters, configurations and checkpoints.
    pub(crate) none: Option<Expr>,
    /// Names in configurations, if they differ from the field's name: one for each name of the schedule.
    pub(crate) names: Vec<LitStr>,
    /// Documentation of the field, one line per `///`.
    pub(crate) doc: String,
    /// True if a method of the builder has this name: a reported mistake, or an option that a wrapper replaces.
    pub(crate) reserved: bool,
}

/// Reads a named field, and removes the attribute `#[hyper(…)]`.
pub(crate) fn field(
    field: &mut Field,
    owner: &Ident,
    (language, wrapper): (Language, bool),
    errors: &mut Errors,
) -> Option<DeclaredHyper> {
    let errors = &mut errors.about("hyper");
    let (ours, foreign): (Vec<_>, Vec<_>) =
        std::mem::take(&mut field.attrs).into_iter().partition(|attr| attr.path().is_ident(ATTRIBUTE));
    let ident = field.ident.clone()?;
    let name = ident.unraw().to_string();
    field.attrs = misplaced_attributes(&name, owner, foreign, language, errors);
    errors.of_values(|errors| misplaced_default(&name, field, errors));
    let taken = wrapper && TAKEN.contains(&name.as_str());
    let reserved = taken || is_reserved(&ident, owner, language, errors);
    let kind = classify(&field.ty, language).unwrap_or_else(|refused| {
        let section = if language == Language::Schedule { "scheduler" } else { "fields" };
        errors.about(section).push(&refused.ty, refused.message(&name, language));
        HyperType::Refused
    });
    let refused = matches!(kind, HyperType::Refused);
    let keys = keys::parse(&name, &ours, language, errors);
    let scheduled = match keys.scheduled {
        Some(key) if !refused && !kind.can_be_scheduled() => {
            errors.push(key, no_schedule(&name, &field.ty));
            false
        }
        key => key.is_some(),
    };
    let ranges = match &keys.range {
        Some(expr) if !refused => errors.of_values(|errors| range::parse(&name, expr, &kind, errors)),
        _ => Ranges::Any,
    };
    if let Some(default) = &keys.default {
        errors.of_values(|errors| {
            range::check_literal("the default", &name, default, &ranges, errors);
            range::check_finite("the default", &name, default, errors);
        });
    }
    let none = keys.none.filter(|number| {
        let fits = is_optional_number(&kind);
        if !refused && !fits {
            errors.push(number, no_none(&name, &field.ty));
        }
        fits
    });
    if let Some(number) = &none {
        errors.of_values(|errors| {
            range::check_literal("the `none`", &name, number, &ranges, errors);
            range::check_finite("the `none`", &name, number, errors);
        });
    }
    if taken && !refused {
        let is_absent = keys.default.as_ref().is_some_and(|default| source(default) == "None");
        if !(is_optional_number(&kind) && is_absent && keys.shared.is_some()) || scheduled {
            errors.push(&ident, wrong_option(&name));
        }
    }
    let doc = docs(&field.attrs);
    let hyper = Hyper { ident, ty: field.ty.clone(), kind, scheduled, shared: keys.shared.is_some() };
    Some(DeclaredHyper { hyper, default: keys.default, ranges, none, names: keys.names, doc, reserved })
}

fn no_schedule(name: &str, ty: &Type) -> String {
    let ty = source(ty);
    format!(
        "`{name}` can't be scheduled: it is `{ty}`\nhelp: only `f64`, `Option<f64>` and tuples of `f64` have schedules; write `f64` itself, not an alias"
    )
}

fn no_none(name: &str, ty: &Type) -> String {
    let ty = source(ty);
    format!("`{name}` has no `none`: it is `{ty}`\nhelp: remove `none`: only `Option<f64>` can have it")
}

/// Returns true for `Option<f64>`.
fn is_optional_number(kind: &HyperType) -> bool {
    matches!(kind, HyperType::Option(item) if matches!(**item, HyperType::Float))
}

/// The message for a field of a wrapper with the name of a builder's option, if the field is not such an option.
fn wrong_option(name: &str) -> String {
    format!(
        "`{name}` takes the place of the builder's option in a wrapper, so it is a number of the whole model that is absent by default\nhelp: write `#[hyper(default = None, shared)]` and `{name}: Option<f64>`, or rename it"
    )
}

/// Reports attributes that a field can't have. Returns the others.
fn misplaced_attributes(
    name: &str,
    owner: &Ident,
    foreign: Vec<Attribute>,
    language: Language,
    errors: &mut Errors,
) -> Vec<Attribute> {
    let Words { attribute, a_field, .. } = language.words();
    for attr in foreign.iter().filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr")) {
        errors.push(
            attr,
            format!(
                "conditional compilation is not allowed on {a_field}\nhelp: put `#[cfg(…)]` above `#[{attribute}]`, for the whole struct"
            ),
        );
    }
    let (states, foreign): (Vec<_>, Vec<_>) = foreign.into_iter().partition(|attr| attr.path().is_ident("state"));
    for attr in &states {
        let message = match language {
            Language::Schedule => {
                "a schedule has no state: its value depends only on `t`\nhelp: remove the field and compute it from `t`"
                    .to_owned()
            }
            Language::Optimizer => format!(
                "states can't be declared on fields\nhelp: remove the field and write `#[optimizer(state <{name} = 0.0>)]` on `{owner}`"
            ),
        };
        errors.push(attr, message);
    }
    foreign
}

/// Reports a default after the type, in the syntax that Rust may get later.
fn misplaced_default(name: &str, field: &mut Field, errors: &mut Errors) {
    if let Some((equal, default)) = field.default.take() {
        let value = source(&default);
        let mut tokens = TokenStream::new();
        quote::ToTokens::to_tokens(&equal, &mut tokens);
        quote::ToTokens::to_tokens(&default, &mut tokens);
        errors.push(
            tokens,
            format!(
                "defaults can't be written after the type\nhelp: write `#[hyper(default = {value})]` above `{name}`"
            ),
        );
    }
}

/// Reports a name that a setter can't have. Returns true if another method has the name.
pub(super) fn is_reserved(ident: &Ident, owner: &Ident, language: Language, errors: &mut Errors) -> bool {
    let (name, noun) = (ident.unraw().to_string(), language.words().field);
    if reserved_names(language).contains(&name.as_str()) {
        let setters = match language {
            Language::Optimizer => format!("{owner}Builder"),
            Language::Schedule => owner.to_string(),
        };
        errors.push(
            ident,
            format!("the name `{name}` is reserved for a method of `{setters}`\nhelp: rename the {noun}, for example to `{name}_value`"),
        );
        return true;
    }
    if name.starts_with("__") {
        errors.push(ident, "names that start with `__` are reserved for generated code");
    }
    false
}

/// The names of the other methods of the type with the setters.
pub(crate) fn reserved_names(language: Language) -> &'static [&'static str] {
    match language {
        Language::Optimizer => &[
            "build",
            "group",
            "new",
            "plan_for",
            "view",
            "tag",
            "adjust_learning_rate",
            "storage",
            "clip_norm",
            "clip_value",
            "grad_scale",
            "non_finite",
            "spikes",
            "watch",
            "watch_every",
            "threads",
            "matmul_precision",
            "seed",
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
