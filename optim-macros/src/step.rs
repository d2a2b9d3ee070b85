//! The impl half of an optimizer, stage by stage: parse → check → lower → plan → emit.
//!
//! Only the first two can fail; both report everything that they find.

use proc_macro2::TokenStream;
use syn::{ImplItem, ImplItemFn, ItemImpl};

use crate::ast::Place;
use crate::diag::Errors;
use crate::kind::Shape;
use crate::parse::{Definition, StateKind};
use crate::{check, emit, lower, plan, recover};

/// Expands the annotated impl of an optimizer.
pub(crate) fn expand(definition: Definition, item: ItemImpl) -> TokenStream {
    let mut errors = Errors::new();
    let functions = functions(&item, &mut errors);
    let step = functions.iter().find(|function| function.sig.ident == "step");
    let body = match step {
        Some(step) => Some(check::step(&definition, &functions, step, &mut errors)),
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
            let mut tokens = recover::impl_for_editors(errors, &item);
            tokens.extend(emit::stub::expand(&definition, &item.self_ty));
            return tokens;
        }
    };
    let program = lower::program(&body, |place| shape_of(&definition, place));
    let plan = plan::plan(&program);
    emit::step::expand(&definition, &item, &body, &program, &plan)
}

/// The functions of the impl; nothing else may stand in it.
fn functions(item: &ItemImpl, errors: &mut Errors) -> Vec<ImplItemFn> {
    let mut functions: Vec<ImplItemFn> = Vec::new();
    for entry in &item.items {
        match entry {
            ImplItem::Fn(function) => {
                for attribute in &function.attrs {
                    if attribute.path().is_ident("cfg") {
                        errors.push(attribute, "`#[cfg]` can't stand inside the impl of an optimizer\nhelp: put it above `#[optimizer]`");
                    }
                }
                if let Some(other) = functions.iter().find(|other| other.sig.ident == function.sig.ident) {
                    errors.push(&function.sig.ident, format!("`{}` is defined twice", other.sig.ident));
                }
                functions.push(function.clone());
            }
            other => errors.push(
                other,
                "this impl holds `step` and its helper functions only\nhelp: put it in a plain `impl`, or a constant in the module",
            ),
        }
    }
    functions
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
