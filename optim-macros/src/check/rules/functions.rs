//! Step functions are pure functions of their arguments. Impls and other step functions list them in `uses` before they call them.

use proc_macro2::Ident;
use syn::{Expr as Syntax, FnArg, Pat, PatType, Signature, Type};

use super::calls::is_function;
use super::mistake::{Mistake, absent, aside, miscounted, wrong};
use super::site::Site;
use crate::ast::Target;
use crate::check::Checker;
use crate::check::known::calls::Bound;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::{counted, given, help};
use crate::check::terms::signatures::typed_inputs;
use crate::check::terms::types::{Role, is_fixed_type, kind_of_type, role_of_type};
use crate::diag::source;
use crate::fixed::{Fixed, Question};
use crate::kind::Kind;

pub(super) fn functions_have_no_self(checker: &Checker, site: &Site) -> Option<Mistake> {
    let message =
        help("a step function has no `self`", "take what it needs as an argument: `beta: Scalar`, `eps: f64`");
    match site {
        Site::StepFunctionInputs(signature) => match signature.inputs.first() {
            Some(receiver @ FnArg::Receiver(_)) => wrong(receiver, message),
            _ => None,
        },
        _ if !checker.subject.is_step_function() => None,
        Site::SelfAlone(at) => wrong(at, message),
        Site::Setting(field) => wrong(field, message),
        Site::Helper(name, _) => wrong(name, message),
        Site::Constant(path) if path.path.segments[0].ident == "Self" => wrong(path, message),
        _ => None,
    }
}

pub(super) fn functions_have_no_state(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::StepFunctionInputs(signature) = site else { return None };
    let is_whole =
        |typed: &&PatType| matches!(role_of_type(&typed.ty), Role::State { .. } | Role::Input | Role::Output { .. });
    let typed = typed_inputs(signature).find(is_whole)?;
    let message = "a step function has no state, no inputs and no outputs of its own";
    wrong(
        &typed.ty,
        help(message, "take the places that it changes: `average: &mut Tensor`, and values: `loss: Scalar`"),
    )
}

pub(super) fn functions_take_plain_names(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::StepFunctionInputs(signature) = site else { return None };
    let is_plain = |pattern: &Pat| match pattern {
        Pat::Ident(name) => name.subpat.is_none() && name.by_ref.is_none(),
        other => matches!(other, Pat::Wild(_)),
    };
    let typed = typed_inputs(signature).find(|typed| !is_plain(&typed.pat))?;
    wrong(&typed.pat, help("an argument of a step function must be a plain name", "take a tuple apart in the body"))
}

pub(super) fn functions_take_values(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::StepFunctionInputs(signature) = site else { return None };
    let typed = typed_inputs(signature).find(|typed| !is_taken(&typed.ty))?;
    let advice = match &*typed.ty {
        Type::Reference(reference) if reference.mutability.is_none() => {
            format!("values are passed as they are: write `{}`", source(&reference.elem))
        }
        _ => "take a `Tensor`, `Rows`, `Cols`, `Matrices` or `Scalar`, a place such as `&mut Tensor`, or a fixed `f64`, `bool`, integer or enum with `#[derive(Choice)]`".to_owned(),
    };
    wrong(&typed.ty, help(&format!("a step function can't take `{}`", source(&typed.ty)), &advice))
}

/// Returns true if a step function can take an argument of this type.
fn is_taken(ty: &Type) -> bool {
    match role_of_type(ty) {
        Role::State { .. } | Role::Input | Role::Output { .. } => false,
        Role::Reference => matches!(kind_of_type(ty), Some(Kind::Num(_))),
        Role::Value => !matches!(ty, Type::Reference(_)) && (is_value(ty) || is_fixed_type(ty)),
    }
}

/// Returns true for the types of numbers that a step computes.
fn is_value(ty: &Type) -> bool {
    kind_of_type(ty).is_some_and(|kind| !kind.is_fixed())
}

pub(super) fn functions_compute(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::StepFunctionInputs(Signature { ident: name, inputs, .. }) = site else { return None };
    let takes = |input: &FnArg| matches!(input, FnArg::Typed(typed) if is_value(&typed.ty) || matches!(role_of_type(&typed.ty), Role::Reference));
    if inputs.iter().any(takes) {
        return None;
    }
    let message = format!("`{name}` takes only values that are known before training");
    wrong(
        name,
        help(&message, "take a value of the step, `beta: Scalar`; or write a `const`, or an expression in the step"),
    )
}

pub(super) fn functions_write_plain_types(checker: &Checker, site: &Site) -> Option<Mistake> {
    let ty = match site {
        _ if !checker.subject.is_step_function() => return None,
        Site::Expression(Syntax::Cast(cast)) => &*cast.ty,
        Site::FixedAs(ty, _) => ty,
        _ => return None,
    };
    if is_fixed_type(ty) {
        return None;
    }
    let message = format!("a step function can't name the type `{}`: its callers may not know it", source(ty));
    wrong(
        ty,
        help(
            &message,
            "use `f64`, `bool`, integers, enums with `#[derive(Choice)]`, and tuples, arrays and options of those",
        ),
    )
}

pub(super) fn functions_have_their_own_names(_: &Checker, site: &Site) -> Option<Mistake> {
    let name = match site {
        Site::StepFunctionInputs(signature) => &signature.ident,
        Site::NamedFunction(named) => named.path.get_ident()?,
        _ => return None,
    };
    let text = name.to_string();
    if !is_function(&text) && Question::of(&text).is_none() {
        return None;
    }
    let message = format!("`{name}` is a function of the language");
    let advice = match site {
        Site::StepFunctionInputs(_) => format!("rename it: `fn my_{name}(…)`"),
        _ => format!("import it under another name: `use …::{name} as my_{name};`"),
    };
    wrong(name, help(&message, &advice))
}

pub(super) fn named_functions_are_called(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::NamedFunction(named) = site else { return None };
    if checker.calls.is_used(&named.id) || checker.report.is_mistaken() {
        return None;
    }
    let name = source(&named.path);
    absent(&named.path, help(&format!("`{name}` is named in `uses`, but never called"), "remove it from `uses`"))
}

pub(super) fn functions_are_called_as_named(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Call(call, path) = site else { return None };
    let called = &path.segments.last()?.ident;
    let is_it = |name: &Ident| name == called;
    let named = checker
        .calls
        .step_functions()
        .iter()
        .find(|named| named.path.segments.last().is_some_and(|last| is_it(&last.ident)))?;
    let (name, text) = (source(&named.path), source(path));
    wrong(&call.func, help(&format!("`{text}` is not in `uses`, but `{name}` is"), &format!("write `{name}(…)`")))
}

pub(super) fn functions_are_given_all_arguments(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::StepFunction(call, function) = site else { return None };
    let (wanted, count) = (function.item.sig.inputs.len(), call.args.len());
    if wanted == count {
        return None;
    }
    let message = format!("`{}` takes {}, but {}", source(&call.func), counted(wanted, "argument"), given(count));
    miscounted(&call.func, &call.args, wanted, message)
}

pub(super) fn changed_places_differ(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Places(arguments) = site else { return None };
    let places: Vec<(&Binding, &Syntax)> = arguments
        .iter()
        .filter_map(|(_, bound, syntax)| match bound {
            Bound::Role(binding @ (Binding::Param | Binding::Place { .. })) => Some((binding, *syntax)),
            _ => None,
        })
        .collect();
    let later = places.iter().enumerate().find_map(|(at, (place, syntax))| {
        places[..at].iter().any(|(earlier, _)| may_be_one(earlier, place)).then_some(*syntax)
    })?;
    let message = format!("`{}` may be a place that this call changes already", source(&later));
    aside(later, help(&message, "pass different places, or call the function twice"))
}

/// Returns true if two places may overlap.
fn may_be_one(a: &Binding, b: &Binding) -> bool {
    let literal = |at: &Fixed| at.integer();
    match (a, b) {
        (Binding::Param, Binding::Param) => true,
        (Binding::Place { target: a, .. }, Binding::Place { target: b, .. }) => match (a, b) {
            (Target::Place(a), Target::Place(b)) => a == b,
            (Target::Local(a, _), Target::Local(b, _)) => a == b,
            (Target::Item(a, i), Target::Item(b, j)) => match (literal(i), literal(j)) {
                _ if a != b => false,
                (Some(i), Some(j)) => i == j,
                _ => true,
            },
            _ => false,
        },
        _ => false,
    }
}
