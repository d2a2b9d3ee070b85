//! The impl half of an optimizer, stage by stage: parse → check → lower → plan → emit.
//!
//! Only the first two can fail; both report everything that they find.

#[cfg(test)]
pub(crate) mod tests;

use proc_macro2::TokenStream;
use syn::visit::Visit;
use syn::{ImplItem, ImplItemFn, ItemImpl};

use crate::ast::Place;
use crate::diag::Errors;
use crate::kind::Shape;
use crate::parse::{Definition, Language, StateKind};
use crate::{check, diag, emit, lower, parse, plan, recover};

/// Expands the annotated impl of an optimizer.
pub(crate) fn expand(definition: &Definition, item: &ItemImpl) -> TokenStream {
    let mut errors = Errors::new();
    let functions = functions(item, Language::Optimizer, &mut errors);
    let step = functions.iter().find(|function| function.sig.ident == "step");
    let body = match step {
        Some(step) => Some(check::step(definition, &functions, step, &mut errors)),
        None => {
            errors.push(
                &item.self_ty,
                "this impl has no `step`\nhelp: write `fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) { … }`",
            );
            None
        }
    };
    let body = match body {
        Some(body) if errors.is_empty() && !definition.broken => body,
        _ => {
            // A broken struct has been reported: errors here may only follow from it.
            let errors = if definition.broken { Errors::new() } else { errors };
            let mut tokens = recover::impl_for_editors(errors, item);
            // With a field that is no hyperparameter the traits are on a type that stands in for the struct.
            if definition.hypers.iter().all(|hyper| parse::types::classify(&hyper.ty, definition.language).is_ok()) {
                tokens.extend(emit::stub::expand(definition, &item.self_ty));
            }
            return tokens;
        }
    };
    let program = lower::program(&body, |place| shape_of(definition, place));
    let plan = plan::plan(&program);
    emit::step::expand(definition, item, &body, &program, &plan)
}

/// The functions of the impl; nothing else may stand in it.
pub(crate) fn functions(item: &ItemImpl, language: Language, errors: &mut Errors) -> Vec<ImplItemFn> {
    let mut functions: Vec<ImplItemFn> = Vec::new();
    for entry in &item.items {
        match entry {
            ImplItem::Fn(function) => {
                for attribute in &function.attrs {
                    if attribute.path().is_ident("cfg") {
                        errors.push(attribute, "`#[cfg]` can't stand inside the impl of an optimizer\nhelp: put it above `#[optimizer]`");
                    }
                }
                Attributes(errors).visit_signature(&function.sig);
                Attributes(errors).visit_block(&function.block);
                if let Some(other) = functions.iter().find(|other| other.sig.ident == function.sig.ident) {
                    let place = diag::line(other.sig.ident.span()).map(|line| format!("\nnote: the first is on line {line}")).unwrap_or_default();
                    errors.push(&function.sig.ident, format!("`{}` is defined twice{place}\nhelp: rename one of them", other.sig.ident));
                }
                functions.push(function.clone());
            }
            other => errors.push(
                other,
                format!(
                    "this impl holds `{}` and its helper functions only\nhelp: put it in a plain `impl`, or a constant in the module",
                    language.entry()
                ),
            ),
        }
    }
    functions
}

/// Attributes inside a function: all but those that only speak to lints and formatters would decide what runs.
pub(crate) struct Attributes<'e>(pub(crate) &'e mut Errors);

impl<'s> Visit<'s> for Attributes<'_> {
    fn visit_attribute(&mut self, attribute: &'s syn::Attribute) {
        const HARMLESS: [&str; 9] =
            ["allow", "expect", "warn", "deny", "forbid", "doc", "rustfmt", "clippy", "must_use"];
        let first = attribute.path().segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !HARMLESS.contains(&first.as_str()) {
            let help = if first == "cfg" { "use a fixed `if` on a setting or a `const`" } else { "remove it" };
            self.0.push(attribute, format!("the attribute `{first}` can't stand inside a step\nhelp: {help}"));
        }
    }
}

fn shape_of(definition: &Definition, place: Place) -> Shape {
    match place {
        Place::Param => Shape::tensor(),
        Place::State(index) => match definition.states[index].kind {
            StateKind::Tensor => Shape::tensor(),
            StateKind::Scalar => Shape::scalar(),
            StateKind::Rows => Shape::rows(),
            StateKind::Cols => Shape::cols(),
        },
    }
}
