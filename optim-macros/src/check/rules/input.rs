//! Inputs: the caller passes those that are due, and a body reads them.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Type;

use super::mistake::{Mistake, absent, unknown, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::Standing;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::help;
use crate::check::syntax::name_of;
use crate::check::terms::signatures::ArgumentRole;
use crate::check::terms::types::{Role, role_of_type};
use crate::diag::{nearest, source};
use crate::language::{Language, Routine};
use crate::ops::TIME_FUNCTIONS;
use crate::parse::Input;
use crate::tokens::mentions;

pub(super) fn inputs_have_a_place(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (routine, definition) = (checker.subject.routine?, checker.subject.definition?);
    let is_input = |ty: &Type| matches!(role_of_type(ty), Role::Input);
    if definition.language == Language::Schedule {
        return None;
    }
    match site {
        Site::Inputs(_, typed) if routine == Routine::Eval => {
            let given = typed.iter().find(|typed| is_input(&typed.ty))?;
            let message = "`eval` has no inputs: it is called outside of steps";
            wrong(&given.ty, help(message, "store what it needs in a state, in `step`"))
        }
        Site::Inputs(_, typed) => {
            let (_, given) = typed.iter().enumerate().find(|(place, typed)| *place != 2 && is_input(&typed.ty))?;
            let name = routine.name();
            let advice = format!(
                "write `fn {name}(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>)`"
            );
            wrong(&given.ty, help("the inputs must follow the gradient", &advice))
        }
        Site::Input(ArgumentRole::Input, typed) if definition.inputs.is_empty() => {
            let message = format!("`{}` declares no inputs", definition.name);
            let advice = "remove this argument, or declare inputs: `#[optimizer(input <hessian: tensor>)]`";
            wrong(typed, help(&message, advice))
        }
        _ => None,
    }
}

/// The message for `input` in a function without inputs.
pub(super) fn without_parameter(checker: &Checker, name: &str, at: impl ToTokens) -> Option<Mistake> {
    if name != "input" || checker.subject.inputs().is_empty() {
        return None;
    }
    let advice = match (checker.subject.routine, checker.calls.is_inside()) {
        (Some(Routine::Eval), _) => "`eval` has no inputs: store what it needs in a state, in `step`",
        (_, true) => "add the parameter `input: Input<Self>`, and pass `input`",
        _ => "add the parameter `input: Input<Self>` after the gradient",
    };
    unknown(name.to_owned(), at, help("there is no variable `input` here", advice))
}

pub(super) fn inputs_are_declared(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Given(field) = site else { return None };
    let definition = checker.subject.definition?;
    if checker.subject.input_place(field).is_some() {
        return None;
    }
    let name = source(&field.member);
    let known: Vec<String> = definition.inputs.iter().map(Input::name).collect();
    let message = format!("the input `{name}` is not declared");
    let advice = if definition.state(&name).is_some() {
        format!("it is a state: write `state.{name}`")
    } else if definition.hyper(&name).is_some() {
        format!("it is a hyperparameter: write `self.{name}`")
    } else if let Some(near) = nearest(&name, known.iter().map(String::as_str)) {
        format!("did you mean `input.{near}`?")
    } else {
        let list: Vec<String> = known.iter().chain([&name]).map(|name| format!("{name}: …")).collect();
        format!("declare it on the struct: `#[optimizer(input <{}>)]`", list.join(", "))
    };
    unknown(format!("input.{name}"), field, help(&message, &advice))
}

pub(super) fn inputs_are_used(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::DeclaredInput(place, input) = site else { return None };
    let is_broken = checker.subject.definition.is_some_and(|definition| definition.broken);
    if is_broken || checker.report.is_mistaken() || checker.uses.inputs.contains(place) {
        return None;
    }
    let name = input.name();
    let message = format!("input `{name}` is declared but never read in `step`");
    absent(&input.ident, help(&message, &format!("remove it from `input <…>`, or read `input.{name}` in `step`")))
}

pub(super) fn inputs_are_named(checker: &Checker, site: &Site) -> Option<Mistake> {
    let is_input = |name: &Ident| matches!(checker.scopes.find(&name.to_string()), Some(Binding::Input));
    let any = checker.subject.any_input();
    match site {
        Site::Read(name, at) if is_input(name) => {
            wrong(at, help(&format!("`{name}` as a whole is not a value"), &format!("name one input, `{name}.{any}`")))
        }
        Site::StateMethod(call) if name_of(&call.receiver).is_some_and(is_input) => {
            let name = source(&call.receiver);
            wrong(&call.method, help(&format!("`{name}` has no methods"), &format!("name one input, `{name}.{any}`")))
        }
        _ => None,
    }
}

pub(super) fn inputs_are_read(checker: &Checker, site: &Site) -> Option<Mistake> {
    let is_input = |name: &Ident| matches!(checker.scopes.find(&name.to_string()), Some(Binding::Input));
    match site {
        Site::InputChanged(field, left) => {
            let (name, whole) = (source(&field.member), source(left));
            let advice = format!("use a variable, `let mut {name} = {whole};`, or declare a state");
            wrong(left, help(&format!("`{whole}` can't be changed: the caller gives it"), &advice))
        }
        Site::Assign { name, left, .. } if is_input(name) => {
            wrong(left, help("inputs can't be changed: the caller gives them", "use a variable of another name"))
        }
        _ => None,
    }
}

pub(super) fn inputs_are_due(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ConditionalInput(field, input, standing) = site else { return None };
    let here = match standing {
        Standing::Holds => return None,
        Standing::Fails => "which is false here",
        Standing::Unknown => "which is not guaranteed here",
    };
    let condition = input.cond.as_ref()?;
    let (name, text) = (source(&field.member), source(condition));
    let timed = TIME_FUNCTIONS.iter().any(|question| mentions(condition.to_token_stream(), question));
    if timed && checker.subject.routine == Some(Routine::Probe) {
        let message = format!("`{name}` is given only if `{text}`, but `probe` can't ask that");
        return wrong(field, help(&message, "read it in `step`, or declare it without this condition"));
    }
    let message = format!("`{name}` is given only if `{text}`, {here}{}", checker.calls.notes());
    wrong(field, help(&message, &format!("read it under `if {text} {{ … }}`")))
}
