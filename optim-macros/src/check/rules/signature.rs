//! Signatures: the arguments and results of `step`, `probe` and `eval`, and rules for all signatures.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{FnArg, PatType, ReceiverKind, ReturnType, Token, Type};

use super::mistake::{Mistake, aside, wrong};
use super::output;
use super::site::{Modifier, Site};
use crate::ast::Expr;
use crate::check::Checker;
use crate::check::messages::phrases::help;
use crate::check::terms::signatures::{ArgumentRole, parts};
use crate::check::terms::types::{Role, kind_of_type, role_of_type};
use crate::diag::source;
use crate::kind::Kind;
use crate::language::{Language, Routine};

/// The function that is being checked, if an optimizer has it.
fn routine(checker: &Checker) -> Option<Routine> {
    checker.subject.routine.filter(|_| checker.subject.language() == Some(Language::Optimizer))
}

/// The names of the functions that are being checked, for messages.
fn functions(checker: &Checker) -> String {
    match checker.subject.is_step_function() {
        true => "step functions".to_owned(),
        false => format!("functions of {}", checker.subject.words.body),
    }
}

pub(super) fn functions_are_plain(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Modifier(word, modifier) = site else { return None };
    if source(word).is_empty() {
        return None;
    }
    let functions = functions(checker);
    let message = match modifier {
        Modifier::Const => format!("{functions} can't be `const`"),
        Modifier::Async => format!("{functions} can't be `async`"),
        Modifier::Unsafe => format!("{functions} can't be `unsafe`"),
        Modifier::Abi => format!("{functions} can't have an ABI"),
    };
    aside(word, message)
}

pub(super) fn functions_are_not_generic(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Generics(generics) = site else { return None };
    if generics.params.is_empty() && generics.where_clause.is_none() {
        return None;
    }
    let message = format!("{} can't have generic parameters, lifetimes or `where`", functions(checker));
    aside(generics, help(&message, "the model chooses the element type: write kinds, `x: Tensor`"))
}

pub(super) fn routines_take_self(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (Site::Receiver(signature), Some(routine)) = (site, routine(checker)) else { return None };
    let (name, advice) = (routine.name(), format!("write `{}`", routine.signature()));
    match signature.inputs.first() {
        Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) => None,
        Some(FnArg::Receiver(receiver)) => {
            let body = checker.subject.words.body;
            aside(receiver, help(&format!("`{name}` must take `&self`: {body} can't change settings"), &advice))
        }
        first => {
            let at: &dyn ToTokens = first.map_or(&signature.ident, |first| first);
            wrong(at, help(&format!("`{name}` must take `&self`"), &advice))
        }
    }
}

pub(super) fn routines_take_these(checker: &Checker, site: &Site) -> Option<Mistake> {
    let routine = routine(checker)?;
    let name = routine.name();
    let (takes, more) = match routine {
        Routine::Eval => ("the parameter and its state", ""),
        Routine::Probe => (
            "the parameter, its gradient, optional inputs, its state and an optional step count",
            ", or `…, state: &mut State<Self>, t: Scalar)`",
        ),
        _ => (
            "the parameter, its gradient, optional inputs, its state, optional outputs and an optional step count",
            ", or `…, state: &mut State<Self>, t: Scalar)`",
        ),
    };
    match site {
        Site::Inputs(signature, typed) if !has_parts(routine, typed) => {
            let advice = format!("write `{}`{more}", routine.signature());
            let message = help(&format!("`{name}` takes {takes}"), &advice);
            let parts = parts(Some(routine), typed);
            let other = typed.iter().zip(parts).find(|(typed, part)| !is_of_part(checker, routine, **part, &typed.ty));
            match (other, surplus(typed, parts.len())) {
                (Some((other, _)), _) => aside(other, message),
                (None, Some(surplus)) => aside(surplus, message),
                (None, None) if signature.inputs.is_empty() => aside(&signature.ident, message),
                (None, None) => aside(&signature.inputs, message),
            }
        }
        Site::InputName(pattern) => wrong(pattern, format!("an argument of `{name}` must be a plain name")),
        _ => None,
    }
}

pub(super) fn routines_take_these_types(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (&Site::Input(part, typed), Some(routine)) = (site, routine(checker)) else { return None };
    if is_of_part(checker, routine, part, &typed.ty) {
        return None;
    }
    let (what, wanted) = match (routine, part) {
        (Routine::Eval, ArgumentRole::Param) => ("value of the parameter", "param: Tensor"),
        (Routine::Eval, _) => ("declared state, read-only", "state: &State<Self>"),
        (_, ArgumentRole::Param) => ("model's parameter", "param: &mut Tensor"),
        (_, ArgumentRole::Grad) => ("gradient", "grad: Tensor"),
        (_, ArgumentRole::Input) => ("declared inputs", "input: Input<Self>"),
        (_, ArgumentRole::State) => ("declared state", "state: &mut State<Self>"),
        (_, ArgumentRole::Output) => ("declared outputs", "output: &mut Output<Self>"),
        (_, ArgumentRole::Count) => ("step count", "t: Scalar"),
    };
    let message = format!("this argument of `{}` must be the {what}", routine.name());
    wrong(&typed.ty, help(&message, &format!("write `{wanted}`")))
}

/// Returns true if a parameter has the type that its role needs.
fn is_of_part(checker: &Checker, routine: Routine, part: ArgumentRole, ty: &Type) -> bool {
    let written = source(ty).replace(' ', "");
    let last = written.rsplit("::").next().unwrap_or(&written);
    let (reference, exclusive) = (written.starts_with('&'), written.starts_with("&mut"));
    match (routine, part) {
        (Routine::Eval, ArgumentRole::Param) => last == "Tensor" && !reference,
        (Routine::Eval, _) => reference && !exclusive && checker.is_own_state(ty),
        (_, ArgumentRole::Param) => exclusive && last.trim_start_matches("&mut") == "Tensor",
        (_, ArgumentRole::Grad) => last == "Tensor",
        (_, ArgumentRole::Input) => checker.is_own_input(ty),
        (_, ArgumentRole::State) => exclusive && checker.is_own_state(ty),
        (_, ArgumentRole::Output) => exclusive && checker.is_own_output(ty),
        (_, ArgumentRole::Count) => last == "Scalar",
    }
}

/// The surplus parameters.
pub(super) fn surplus<'s>(typed: &[&'s PatType], takes: usize) -> Option<Punctuated<&'s PatType, Token![,]>> {
    let surplus: Punctuated<_, _> = typed.iter().skip(takes).copied().collect();
    (!surplus.is_empty()).then_some(surplus)
}

/// Returns true if a function has the right number of parameters. Only the step count may be left out.
fn has_parts(routine: Routine, typed: &[&PatType]) -> bool {
    let parts = parts(Some(routine), typed);
    typed.len() == parts.len() || (parts.last() == Some(&ArgumentRole::Count) && typed.len() + 1 == parts.len())
}

pub(super) fn steps_return_nothing(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Result { value, block, output } = site else { return None };
    let routine = routine(checker).filter(|routine| *routine != Routine::Eval)?;
    if value.kind.is_wrong() || value.kind == Kind::unit() {
        return None;
    }
    let last = block.stmts.last();
    let at: &dyn ToTokens = if let ReturnType::Default = output { &last } else { output };
    aside(at, format!("`{}` can't return a value: it writes `*param` and `state`", routine.name()))
}

pub(super) fn evals_return_the_weights(checker: &Checker, site: &Site) -> Option<Mistake> {
    if routine(checker) != Some(Routine::Eval) {
        return None;
    }
    let signature_advice = format!("write `{}`", Routine::Eval.signature());
    match site {
        Site::Output(signature) => match &signature.output {
            ReturnType::Type(_, ty) if kind_of_type(ty) == Some(Kind::tensor()) => None,
            ReturnType::Type(_, ty) => {
                let message = format!("`eval` must return a `Tensor`, but its signature says `{}`", source(ty));
                aside(ty, help(&message, &signature_advice))
            }
            ReturnType::Default => {
                let message = "`eval` must return a `Tensor`, but its signature has no return type";
                aside(&signature.ident, help(message, &signature_advice))
            }
        },
        Site::Result { value, .. } if value.kind.is_wrong() || checker.report.gave_up() || is_weights(value) => None,
        Site::Result { value, block, .. } => {
            let last = block.stmts.last();
            let at: &dyn ToTokens = if last.is_some() { &last } else { checker.subject.entry };
            if value.kind.same_type(&Kind::tensor()) {
                let message = "`eval` must return a tensor of the parameter's shape, but this value has another shape";
                return aside(at, help(message, "look for a missing `.t()`"));
            }
            let message = format!("`eval` must return the weights, a `Tensor`, but this is {}", value.kind);
            let advice = match value.kind.shape() {
                Some(_) => "turn it into a tensor with `full(…)`",
                None => "end the body with the weights, without `;`",
            };
            aside(at, help(&message, advice))
        }
        _ => None,
    }
}

/// Returns true if a value has one number for each element of the parameter.
fn is_weights(value: &Expr) -> bool {
    value.kind == Kind::tensor()
}

pub(super) fn helpers_take_this_state(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::StateInput(ty) = site else { return None };
    if matches!(role_of_type(ty), Role::Output { .. }) {
        let (message, advice) = output::wrong_type(checker, ty)?;
        return aside(ty, help(&message, advice));
    }
    let is_input = matches!(role_of_type(ty), Role::Input);
    if if is_input { checker.is_own_input(ty) } else { checker.is_own_state(ty) } {
        return None;
    }
    if is_input {
        let message = format!("`{}` is not the input of this optimizer", source(ty));
        return aside(ty, help(&message, "write `Input<Self>`"));
    }
    let message = format!("`{}` is not the state of this optimizer", source(ty));
    let exclusive = matches!(role_of_type(ty), Role::State { mutable: true });
    aside(ty, help(&message, if exclusive { "write `&mut State<Self>`" } else { "write `&State<Self>`" }))
}
