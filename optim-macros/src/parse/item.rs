//! The annotated struct: which items are accepted, and the rules between fields, state and conditions.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Fields, Generics, ItemStruct, Meta, Path, Token};

use super::Language;
use super::args::{self, Args};
use super::definition::Definition;
use super::fixed;
use super::hyper::{self, Setting};
use crate::diag::{Errors, line};
use crate::paths;

/// A struct with `#[optimizer(…)]`, understood.
#[derive(Clone)]
pub(crate) struct Item {
    /// The struct without our helper attributes: what is emitted.
    pub(crate) cleaned: ItemStruct,
    /// Its fields, in order.
    pub(crate) settings: Vec<Setting>,
    /// What the impl half needs to know.
    pub(crate) definition: Definition,
    /// Further names of a schedule.
    pub(crate) names: Vec<Ident>,
    /// Documentation of the struct, one line per `///`.
    pub(crate) doc: String,
    /// Whether the user derives `Default`; reported already.
    pub(crate) derives_default: bool,
}

impl Item {
    /// Whether nothing is required.
    pub(crate) fn has_default(&self) -> bool {
        self.settings.iter().all(|setting| setting.default.is_some())
    }
}

/// Reads a struct and the attribute's arguments.
pub(crate) fn parse(arguments: TokenStream, mut item: ItemStruct, language: Language, errors: &mut Errors) -> Item {
    let Args { states, matrix, requires, names, krate } = args::parse(arguments, language, errors);
    let derives_default = attributes(&item, errors);
    generics(&item.generics, "the struct of an optimizer", errors);
    let settings = match &mut item.fields {
        Fields::Named(fields) => {
            fields.named.iter_mut().filter_map(|field| hyper::field(field, &item.ident, language, errors)).collect()
        }
        Fields::Unit => Vec::new(),
        Fields::Unnamed(fields) => {
            if !fields.unnamed.is_empty() {
                let name = &item.ident;
                errors.push(
                    &*fields,
                    format!("hyperparameters need names, so `{name}` can't be a tuple struct\nhelp: write `struct {name} {{ lr: f64 }}`"),
                );
                for field in &mut fields.unnamed {
                    field.attrs.retain(|attr| !attr.path().is_ident(hyper::ATTRIBUTE));
                }
            } else {
                let name = &item.ident;
                errors.push(&*fields, format!("an optimizer can't be a tuple struct\nhelp: write `struct {name};`"));
            }
            Vec::new()
        }
    };
    for state in &states {
        if let Some(setting) = settings.iter().find(|setting| setting.hyper.ident.unraw() == state.ident.unraw()) {
            let name = state.name();
            let place = line(setting.hyper.ident.span()).map(|line| format!(" on line {line}")).unwrap_or_default();
            errors.push(
                &state.ident,
                format!("`{name}` is the name of a state and of the hyperparameter{place}\nhelp: rename one of them"),
            );
        }
    }
    let doc = hyper::docs(&item.attrs);
    let mut definition = Definition {
        language,
        vis: item.vis.clone(),
        name: item.ident.clone(),
        root: paths::root(krate.as_ref()),
        broken: false,
        matrix,
        hypers: settings.iter().map(|setting| setting.hyper.clone()).collect(),
        states,
        requires,
    };
    fixed::check(&definition, errors);
    definition.broken = !errors.is_empty();
    Item { cleaned: item, settings, definition, names, doc, derives_default }
}

/// Refuses generic parameters, lifetimes and `where`.
pub(crate) fn generics(generics: &Generics, what: &str, errors: &mut Errors) {
    if !generics.params.is_empty() {
        errors.push(
            &generics.params,
            format!("{what} can't have generic parameters or lifetimes\nhelp: the kernel is made for every element type by itself; settings are `f64`"),
        );
    }
    if let Some(clause) = &generics.where_clause {
        errors.push(clause, format!("{what} can't have a `where` clause"));
    }
}

/// Refuses attributes that contradict ours; tells whether `Default` is among the derives.
fn attributes(item: &ItemStruct, errors: &mut Errors) -> bool {
    let mut derives_default = false;
    for attr in &item.attrs {
        let path = attr.path();
        if is_named(path, "optimizer") || is_named(path, "scheduler") {
            errors.push(attr, "`#[optimizer]` is given twice\nhelp: put all arguments into one");
        } else if path.is_ident("cfg") {
            errors.push(
                attr,
                "`#[cfg]` stands below `#[optimizer]`\nhelp: put it above, so that it covers the generated code too",
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
                    "`Default` comes from `#[hyper(default = …)]`: it exists when every hyperparameter has one\nhelp: remove `Default` from the derives",
                );
            }
        }
    }
    derives_default
}

/// Whether the last segment of a path is this name.
fn is_named(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}
