//! The annotated struct: which items are accepted, and the rules between fields, state and conditions.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Fields, Generics, ItemStruct, Meta, Path, Token};

use super::args::{self, Args};
use super::definition::{Definition, Init, Input, Output, State, Wraps};
use super::hyper::{self, DeclaredHyper};
use super::state_dim::StateDim;
use super::{Language, expressions, state, wrapping};
use crate::diag::{Errors, line};
use crate::language::Words;
use crate::paths;
use crate::paths::is_named;
use crate::tokens::names_in;

/// A struct with `#[optimizer(…)]` or `#[scheduler(…)]`.
#[derive(Clone)]
pub(crate) struct AnnotatedStruct {
    /// The struct for the output, without attributes of this crate.
    pub(crate) cleaned: ItemStruct,
    /// The fields, in order.
    pub(crate) settings: Vec<DeclaredHyper>,
    /// The declarations for the impl half.
    pub(crate) definition: Definition,
    /// Further names of a schedule.
    pub(crate) names: Vec<Ident>,
    /// Documentation of the struct, one line per `///`.
    pub(crate) doc: String,
    /// True if the user derives `Default`, a reported mistake.
    pub(crate) derives_default: bool,
}

impl AnnotatedStruct {
    /// Returns true if every hyperparameter has a default.
    pub(crate) fn has_default(&self) -> bool {
        self.definition.wraps.is_none() && self.settings.iter().all(|setting| setting.default.is_some())
    }

    /// The names in the user's expressions and types, without `param`, which is a variable there.
    pub(crate) fn written(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut add = |tokens: TokenStream| names_in(&tokens, &mut names);
        for DeclaredHyper { hyper, default, ranges, none, .. } in &self.settings {
            add(hyper.ty.to_token_stream());
            default.iter().chain(none).for_each(|value| add(value.to_token_stream()));
            ranges.written().for_each(|range| add(range.to_token_stream()));
        }
        for State { kind, list, init, cond, .. } in &self.definition.states {
            match init {
                Init::Expr(value) | Init::Normal(_, value) => add(value.to_token_stream()),
                Init::Eye(_, number) => number.iter().for_each(|number| add(number.to_token_stream())),
                Init::Param(_) => {}
            }
            kind.dims().iter().flatten().flat_map(StateDim::fixed).for_each(|size| add(size.to_token_stream()));
            list.iter().for_each(|length| add(length.to_token_stream()));
            cond.iter().for_each(|cond| add(cond.to_token_stream()));
        }
        for Input { kind, cond, .. } in &self.definition.inputs {
            kind.dims().iter().flatten().flat_map(StateDim::fixed).for_each(|size| add(size.to_token_stream()));
            cond.iter().for_each(|cond| add(cond.to_token_stream()));
        }
        for Output { list, cond, .. } in &self.definition.outputs {
            list.iter().for_each(|length| add(length.to_token_stream()));
            cond.iter().for_each(|cond| add(cond.to_token_stream()));
        }
        self.definition.requires.iter().for_each(|rule| add(rule.cond.to_token_stream()));
        names.remove("param");
        names
    }
}

/// Reads a struct and the attribute's arguments.
pub(crate) fn parse(
    arguments: TokenStream,
    mut item: ItemStruct,
    language: Language,
    errors: &mut Errors,
) -> AnnotatedStruct {
    let Args { states, inputs, outputs, lr_factor, matrix, requires, names, krate } =
        args::parse(arguments, language, errors);
    let derives_default = attributes(&item, language, errors);
    let inner = wrapping::parameter(&item.generics, language).cloned();
    if inner.is_none() {
        generics(&item.generics, "struct", language, errors);
    }
    let wraps = inner.and_then(|param| wrapping::field(param, &mut item, matrix.as_ref(), errors));
    let settings = settings(&mut item, language, wraps.as_ref(), errors);
    names_differ(wraps.as_ref(), &settings, (&states, &inputs, &outputs), errors);
    let doc = hyper::docs(&item.attrs);
    let mut definition = Definition {
        language,
        vis: item.vis.clone(),
        name: item.ident.clone(),
        root: paths::root(krate.as_ref()),
        broken: false,
        silent: false,
        lr_factor: lr_factor.filter(|name| state::is_factor(name, &states, errors)),
        matrix: matrix.is_some(),
        wraps,
        hypers: settings.iter().map(|setting| setting.hyper.clone()).collect(),
        states,
        inputs,
        outputs,
        requires,
    };
    expressions::check(&definition, errors);
    definition.broken = !errors.is_empty();
    definition.silent = !errors.are_of_values();
    AnnotatedStruct { cleaned: item, settings, definition, names, doc, derives_default }
}

/// The fields that are settings. A wrapper's field for the inner optimizer is none.
fn settings(
    item: &mut ItemStruct,
    language: Language,
    wraps: Option<&Wraps>,
    errors: &mut Errors,
) -> Vec<DeclaredHyper> {
    let words = language.words();
    let is_inner = |field: &syn::Field| wraps.is_some_and(|wraps| field.ident.as_ref() == Some(&wraps.field));
    match &mut item.fields {
        Fields::Named(fields) => fields
            .named
            .iter_mut()
            .filter(|field| !is_inner(field))
            .filter_map(|field| hyper::field(field, &item.ident, (language, wraps.is_some()), errors))
            .collect(),
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => {
            if !fields.unnamed.is_empty() {
                let name = &item.ident;
                errors.push(
                    &*fields,
                    format!(
                        "{}s need names, so `{name}` can't be a tuple struct\nhelp: write `struct {name} {{ {}: f64 }}`",
                        words.field,
                        words.example
                    ),
                );
                for field in &mut fields.unnamed {
                    field.attrs.retain(|attr| !attr.path().is_ident(hyper::ATTRIBUTE));
                }
            } else {
                let name = &item.ident;
                errors.push(&*fields, format!("{} can't be a tuple struct\nhelp: write `struct {name};`", words.item));
            }
            Vec::new()
        }
    }
}

/// Checks that states, inputs and outputs have other names than each other and the settings.
fn names_differ(
    wraps: Option<&Wraps>,
    settings: &[DeclaredHyper],
    (states, inputs, outputs): (&[State], &[Input], &[Output]),
    errors: &mut Errors,
) {
    for state in states {
        wrapping::state_name(wraps, &state.ident, errors);
        if let Some(setting) = settings.iter().find(|setting| setting.hyper.ident.unraw() == state.ident.unraw()) {
            let name = state.name();
            let place = line(setting.hyper.ident.span()).map(|line| format!(" on line {line}")).unwrap_or_default();
            errors.about("hyper").push(
                &state.ident,
                format!("`{name}` is the name of a state and of the hyperparameter{place}\nhelp: rename one of them"),
            );
        }
    }
    for input in inputs {
        wrapping::state_name(wraps, &input.ident, errors);
        let hyper = settings.iter().map(|setting| &setting.hyper.ident);
        let hyper = hyper.map(|ident| (ident, "the hyperparameter"));
        let mut others = states.iter().map(|state| (&state.ident, "a state")).chain(hyper);
        if let Some((other, what)) = others.find(|(other, _)| other.unraw() == input.ident.unraw()) {
            let name = input.name();
            let place = match what {
                "a state" => String::new(),
                _ => line(other.span()).map(|line| format!(" on line {line}")).unwrap_or_default(),
            };
            errors.about("input").push(
                &input.ident,
                format!("`{name}` is the name of an input and of {what}{place}\nhelp: rename one of them"),
            );
        }
    }
    for output in outputs {
        wrapping::state_name(wraps, &output.ident, errors);
        let hypers = settings.iter().map(|setting| (&setting.hyper.ident, "the hyperparameter"));
        let states = states.iter().map(|state| (&state.ident, "a state"));
        let inputs = inputs.iter().map(|input| (&input.ident, "an input"));
        if let Some((_, what)) =
            states.chain(inputs).chain(hypers).find(|(other, _)| other.unraw() == output.ident.unraw())
        {
            let name = output.name();
            errors.about("output").push(
                &output.ident,
                format!("`{name}` is the name of an output and of {what}\nhelp: rename one of them"),
            );
        }
    }
}

/// Reports an item that is neither a struct nor an impl. The message suggests an item to annotate.
pub(crate) fn refuse(item: &syn::Item, language: Language, errors: &mut Errors) {
    let attribute = language.words().attribute;
    let places = format!("`#[{attribute}]` goes on a struct and on its impl");
    match (item, language) {
        (syn::Item::Enum(item), Language::Optimizer) => errors.push(
            &item.ident,
            "an optimizer is a struct, not an enum\nhelp: make the enum a hyperparameter: `#[derive(Choice)]`",
        ),
        (syn::Item::Fn(item), Language::Optimizer) => errors.push(
            &item.sig.ident,
            format!("{places}, not on a function\nhelp: write `#[optimizer] impl Name {{ fn step(…) {{ … }} }}`"),
        ),
        (syn::Item::Fn(item), Language::Schedule) => errors.push(
            &item.sig.ident,
            format!("{places}, not on a function\nhelp: a closure is a schedule as it is: `curve(|t| …)`"),
        ),
        (other, Language::Optimizer) => {
            errors.push(other, format!("{places}\nhelp: write `#[optimizer(state <name = 0.0>)] struct Name {{ … }}`"));
        }
        (other, Language::Schedule) => {
            errors.push(other, format!("{places}\nhelp: write `#[scheduler] struct Name {{ total_iters: u64 }}`"));
        }
    }
}

/// Reports generic parameters, lifetimes and `where`.
pub(crate) fn generics(generics: &Generics, half: &str, language: Language, errors: &mut Errors) {
    let what = format!("the {half} of {}", language.words().item);
    let help = match language {
        Language::Optimizer => "the kernel works for every element type; declare settings as `f64`",
        Language::Schedule => "arguments are `f64`",
    };
    if !generics.params.is_empty() {
        errors.push(&generics.params, format!("{what} can't have generic parameters or lifetimes\nhelp: {help}"));
    }
    if let Some(clause) = &generics.where_clause {
        errors.push(clause, format!("{what} can't have a `where` clause"));
    }
}

/// Reports attributes that contradict this crate's. Returns true if `Default` is derived.
fn attributes(item: &ItemStruct, language: Language, errors: &mut Errors) -> bool {
    let Words { attribute, field, .. } = language.words();
    let mut derives_default = false;
    for attr in &item.attrs {
        let path = attr.path();
        if is_named(path, "optimizer") || is_named(path, "scheduler") {
            errors.push(attr, format!("`#[{attribute}]` is given twice\nhelp: put all arguments into one"));
        } else if path.is_ident("cfg") {
            errors.push(
                attr,
                format!("`#[cfg]` stands below `#[{attribute}]`\nhelp: put it above, so that it covers the generated code too"),
            );
        } else if path.is_ident(hyper::ATTRIBUTE) {
            errors.push(attr, "`#[hyper]` belongs on a field");
        } else if path.is_ident("derive")
            && let Meta::List(list) = &attr.meta
            && let Ok(derives) = list.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
        {
            for path in derives.iter().filter(|path| is_named(path, "Default")) {
                derives_default = true;
                errors.push(
                    path,
                    format!("`#[{attribute}]` already implements `Default` if every {field} has a default\nhelp: remove `Default` from the derives"),
                );
            }
        }
    }
    derives_default
}
