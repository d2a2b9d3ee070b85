//! Arguments and results of helper functions have the kinds in the signature.

use syn::{Expr as Syntax, Pat, ReturnType, Type};

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::calls::Callee;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::{article, help};
use crate::check::syntax::reference_target;
use crate::check::terms::types::{Role, kind_name, kind_of_type, role_of_type};
use crate::diag::source;
use crate::fixed::Timed;
use crate::kind::Kind;

pub(super) fn state_is_passed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Argument { parameter, argument, inner } = site else { return None };
    if !matches!(role_of_type(&parameter.ty), Role::State { .. })
        || matches!(checker.scopes.binding_of(inner), Some(Binding::State { .. }))
    {
        return None;
    }
    wrong(argument, help("the function expects the state here", "pass `state` itself"))
}

pub(super) fn inputs_are_passed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Argument { parameter, argument, inner } = site else { return None };
    let takes = matches!(role_of_type(&parameter.ty), Role::Input);
    let given = matches!(checker.scopes.binding_of(inner), Some(Binding::Input));
    match (takes, given) {
        (true, false) => wrong(argument, help("the function expects the inputs here", "pass `input` itself")),
        (false, true) => {
            let any = checker.subject.any_input();
            let advice = format!("pass one of them, `input.{any}`, or declare the parameter as `Input<Self>`");
            wrong(argument, help("the inputs as a whole are not a value", &advice))
        }
        _ => None,
    }
}

pub(super) fn shared_state_is_passed_on(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Argument { parameter, argument, inner } = site else { return None };
    let Role::State { mutable: true } = role_of_type(&parameter.ty) else { return None };
    let Some(Binding::State { mutable: false }) = checker.scopes.binding_of(inner) else { return None };
    let message = "this function changes the state, but the state is read-only here";
    wrong(argument, help(message, "declare the parameter of the function as `state: &State<Self>`"))
}

pub(super) fn changed_arguments_are_mutable(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Argument { parameter, argument, inner } = site else { return None };
    if !matches!(role_of_type(&parameter.ty), Role::Reference) || is_place(checker, inner) && is_lent(argument) {
        return None;
    }
    let message = "the function changes this argument, but the argument is not mutable";
    match is_place(checker, inner) {
        true => wrong(argument, help(message, &format!("write `&mut {}`", source(inner)))),
        false => wrong(
            argument,
            help(message, "pass `param`, `&mut state.name`, or `&mut x` of a variable declared with `let mut x`"),
        ),
    }
}

/// Returns true if an expression names a place.
fn is_place(checker: &Checker, inner: &Syntax) -> bool {
    let is_state = |base| matches!(checker.scopes.binding_of(base), Some(Binding::State { .. }));
    match reference_target(inner) {
        Syntax::Field(field) => is_state(&field.base),
        Syntax::Index(index) => checker.list(&index.expr).is_some(),
        name => matches!(
            checker.scopes.binding_of(name),
            Some(Binding::Param | Binding::Place { .. } | Binding::Value { mutable: true, .. })
        ),
    }
}

/// Returns true for `&mut x`, and for a name that may be a reference.
fn is_lent(argument: &Syntax) -> bool {
    match argument {
        Syntax::Reference(reference) => reference.mutability.is_some() || !is_part(&reference.expr),
        other => !is_part(other),
    }
}

/// Returns true for an element or a field.
fn is_part(syntax: &Syntax) -> bool {
    matches!(syntax, Syntax::Field(_) | Syntax::Index(_))
}

pub(super) fn values_are_passed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Argument { parameter, argument, inner } = site else { return None };
    if !matches!(role_of_type(&parameter.ty), Role::Value) {
        return None;
    }
    let advice = match checker.scopes.binding_of(inner) {
        Some(Binding::Param | Binding::Place { .. }) => {
            format!("pass `*{}` for its value, or declare the parameter as `&mut Tensor`", source(inner))
        }
        Some(Binding::State { mutable: false }) => "declare the parameter as `&State<Self>`".to_owned(),
        Some(Binding::State { mutable: true }) => "declare the parameter as `&mut State<Self>`".to_owned(),
        _ => return None,
    };
    wrong(argument, help("this argument is a reference", &advice))
}

/// Returns true if a written type is the type of a slot.
fn is_index(ty: &Type) -> bool {
    source(ty) == "usize"
}

pub(super) fn arguments_fit(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Passed { callee, parameter, argument, value } = site else { return None };
    if value.kind == Kind::Timed(Timed::Slot) && !is_index(&parameter.ty) {
        let message = format!("this argument is a slot, but the function takes `{}`", source(&parameter.ty));
        let advice = match &*parameter.pat {
            Pat::Ident(name) => format!("declare the parameter as `{}: usize`", name.ident),
            _ => "declare the parameter as `usize`".to_owned(),
        };
        return wrong(argument, help(&message, &advice));
    }
    let expected = kind_of_type(&parameter.ty);
    match (expected, value.as_known().is_some()) {
        (Some(expected), false) => {
            if takes(callee, &expected, &value.kind) {
                return None;
            }
            let message =
                format!("this argument is {}, but the function takes {}", article(&value.kind), article(&expected));
            let is_place = matches!(role_of_type(&parameter.ty), Role::Reference);
            let lifts = expected == Kind::tensor() && value.kind.shape().is_some() && !is_place;
            let advice = match (lifts, &*parameter.pat) {
                (true, _) => format!("write `full({})`", source(argument)),
                _ if callee.is_step_function => return wrong(argument, message),
                (false, Pat::Ident(name)) => {
                    format!("declare the parameter as `{}: {}`", name.ident, kind_name(&value.kind))
                }
                (false, _) => format!("declare the parameter as `{}`", kind_name(&value.kind)),
            };
            wrong(argument, help(&message, &advice))
        }
        (Some(expected), true) if !expected.is_fixed() => {
            let lift = if expected == Kind::scalar() { "scalar" } else { "full" };
            let message = format!("this argument is a fixed value, but the function takes {}", article(&expected));
            wrong(argument, help(&message, &format!("write `{lift}({})`", source(argument))))
        }
        (_, true) => None,
        (None, false) => {
            let message = format!(
                "this argument is {}, but the function takes a fixed value{}",
                article(&value.kind),
                checker.note(value)
            );
            if callee.is_step_function {
                return wrong(argument, message);
            }
            let advice = format!("declare the parameter as `{}`", kind_name(&value.kind));
            wrong(argument, help(&message, &advice))
        }
    }
}

/// Returns true if a function accepts a value for this kind. For `Tensor`, a step function accepts all values with an axis.
fn takes(callee: Callee, expected: &Kind, kind: &Kind) -> bool {
    let is_free = callee.is_step_function && *expected == Kind::tensor();
    expected.same_type(kind) || is_free && kind.shape().is_some_and(|shape| !shape.is_scalar())
}

pub(super) fn results_fit(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Returned(result, callee) = site else { return None };
    let signature = callee.signature;
    if result.kind.is_wrong() {
        return None;
    }
    let returned = format!("`{}` returns {}", signature.ident, article(&result.kind));
    let ReturnType::Type(_, ty) = &signature.output else {
        if result.kind == Kind::unit() {
            return None;
        }
        let advice = format!("write `-> {}`, or end the body with `;`", kind_name(&result.kind));
        return wrong(&signature.ident, help(&format!("{returned}, but its signature has no return type"), &advice));
    };
    if result.kind == Kind::Timed(Timed::Slot) {
        let message = format!("{returned}, but its signature says `{}`", source(ty));
        return if is_index(ty) { None } else { wrong(ty, help(&message, "write `-> usize`")) };
    }
    let expected = kind_of_type(ty)?;
    if takes(callee, &expected, &result.kind) || (expected.is_fixed() && result.as_timed().is_some()) {
        return None;
    }
    let message = format!("{returned}, but its signature says `{}`", source(ty));
    match (&expected, result.kind.shape()) {
        (Kind::Num(shape), Some(_)) if shape.is_tensor() => wrong(ty, help(&message, "lift the result with `full(…)`")),
        (Kind::Num(shape), Some(own)) if shape.is_scalar() && own.is_scalar() => {
            wrong(ty, help(&message, "lift the result with `scalar(…)`"))
        }
        _ => wrong(ty, message),
    }
}
