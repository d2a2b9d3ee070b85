//! Outputs: a step assigns them, and only the caller reads them.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr as Syntax, Type};

use super::mistake::{Mistake, absent, unknown, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::Standing;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::help;
use crate::check::syntax::{literal_length, name_of};
use crate::check::terms::signatures::{ArgumentRole, typed_inputs};
use crate::check::terms::types::{Role, role_of_type};
use crate::diag::{line, nearest, source};
use crate::language::{Language, Routine};
use crate::parse::Output;

/// The signature of a step with outputs.
const SIGNATURE: &str =
    "fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>)";

pub(super) fn outputs_have_a_place(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (routine, definition) = (checker.subject.routine?, checker.subject.definition?);
    let is_output = |ty: &Type| matches!(role_of_type(ty), Role::Output { .. });
    if definition.language == Language::Schedule {
        return None;
    }
    match site {
        Site::Inputs(_, typed) if routine != Routine::Step => {
            let given = typed.iter().find(|typed| is_output(&typed.ty))?;
            let message = format!("`{}` has no outputs: only `step` reports numbers", routine.name());
            wrong(&given.ty, help(&message, "remove this argument, and assign the outputs in `step`"))
        }
        Site::Inputs(_, typed) => {
            let place = typed.iter().position(|typed| is_output(&typed.ty))?;
            let is_state = |ty: &Type| matches!(role_of_type(ty), Role::State { .. });
            if place.checked_sub(1).is_some_and(|before| is_state(&typed[before].ty)) {
                return None;
            }
            wrong(&typed[place].ty, help("the outputs must follow the state", &format!("write `{SIGNATURE}`")))
        }
        // `output.name = …` where there is no `output`.
        Site::Element(left, _) => {
            let named = if let Syntax::Index(index) = left { &*index.expr } else { left };
            let Syntax::Field(field) = named else { return None };
            let name = name_of(&field.base)?;
            without_parameter(checker, &name.to_string(), &field.base)
        }
        Site::Input(ArgumentRole::Output, typed) if definition.outputs.is_empty() => {
            let message = format!("`{}` declares no outputs", definition.name);
            let advice = "remove this argument, or declare outputs: `#[optimizer(output <update_rms: scalar>)]`";
            wrong(typed, help(&message, advice))
        }
        _ => None,
    }
}

/// The message for `output` in a function without outputs.
pub(super) fn without_parameter(checker: &Checker, name: &str, at: impl ToTokens) -> Option<Mistake> {
    if name != "output" || checker.subject.outputs().is_empty() || checker.scopes.find(name).is_some() {
        return None;
    }
    let advice = match (checker.subject.routine, checker.calls.is_inside()) {
        (Some(Routine::Step), true) => "add the parameter `output: &mut Output<Self>`, and pass `output`",
        (Some(Routine::Step), false) => "add the parameter `output: &mut Output<Self>` after the state",
        _ => "only `step` reports numbers: assign the outputs there",
    };
    unknown(name.to_owned(), at, help("there is no variable `output` here", advice))
}

pub(super) fn outputs_are_declared(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Reported(field) = site else { return None };
    let definition = checker.subject.definition?;
    if checker.subject.output_place(field).is_some() {
        return None;
    }
    let name = source(&field.member);
    let known: Vec<String> = definition.outputs.iter().map(Output::name).collect();
    let message = format!("the output `{name}` is not declared");
    let advice = if definition.state(&name).is_some() {
        format!("it is a state: write `state.{name}`")
    } else if definition.input(&name).is_some() {
        format!("it is an input, which the caller gives: report it under another name, `output <{name}_used: scalar>`")
    } else if definition.hyper(&name).is_some() {
        format!("it is a hyperparameter: report it under another name, `output <{name}_used: scalar>`")
    } else if let Some(near) = nearest(&name, known.iter().map(String::as_str)) {
        format!("did you mean `output.{near}`?")
    } else {
        let declared = definition.outputs.iter().map(|output| format!("{}: {}", output.name(), output.kind()));
        let list: Vec<String> = declared.chain([format!("{name}: scalar")]).collect();
        format!("declare it on the struct: `#[optimizer(output <{}>)]`", list.join(", "))
    };
    unknown(format!("output.{name}"), field, help(&message, &advice))
}

pub(super) fn outputs_are_assigned(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::DeclaredOutput(place, output, signature) = site else { return None };
    let is_broken = checker.subject.definition.is_some_and(|definition| definition.broken);
    let items = output.list.as_ref().map(literal_length);
    if is_broken || checker.report.is_mistaken() || checker.flow.is_reported(place, items) {
        return None;
    }
    let name = output.name();
    let item = items.flatten().and_then(|length| checker.flow.item_without_report(place, length));
    let value = if output.global { "grad.global_norm()" } else { "update.rms()" };
    let target = match (&output.list, item) {
        (_, Some(item)) => format!("{name}[{item}]"),
        (Some(_), None) => format!("{name}[i]"),
        (None, _) => name.clone(),
    };
    let assignment = match &output.list {
        Some(length) if item.is_none() => format!("for i in 0..{} {{ output.{target} = …; }}", source(length)),
        _ => format!("output.{target} = {value};"),
    };
    let Some(span) = checker.flow.first_report(place) else {
        let message = format!("output `{name}` is declared but never assigned in `step`");
        let takes = typed_inputs(signature).any(|typed| matches!(role_of_type(&typed.ty), Role::Output { .. }));
        let advice = match takes {
            true => format!("assign it, `{assignment}`, or remove it from `output <…>`"),
            false => format!("write `{SIGNATURE}`, and assign `output.{target}`, or remove it from `output <…>`"),
        };
        return absent(&output.ident, help(&message, &advice));
    };
    let first = line(span).map(|line| format!("\nnote: line {line} assigns it, but does not always run"));
    let paths = match &output.cond {
        Some(condition) => format!("every path where `{}` holds", source(condition)),
        None => "every path of this step".to_owned(),
    };
    if let (Some(item), true) = (item, checker.flow.reports_items(place)) {
        let message = format!("item {item} of the output `{name}` is not assigned on {paths}");
        return absent(&output.ident, help(&message, &format!("assign each item, as in `{assignment}`")));
    }
    let message = format!("output `{name}` is not assigned on {paths}{}", first.unwrap_or_default());
    let assigns = match &output.list {
        Some(_) => format!("assign its items on the other paths, too, `{assignment}`"),
        None => format!("assign `output.{name}` on the other paths, too"),
    };
    let advice = match &output.cond {
        Some(_) => assigns,
        None => format!("{assigns}, or declare its condition: `{name}: {} if self.flag`", output.kind()),
    };
    absent(&output.ident, help(&message, &advice))
}

pub(super) fn outputs_are_named(checker: &Checker, site: &Site) -> Option<Mistake> {
    let is_output = |name: &Ident| matches!(checker.scopes.find(&name.to_string()), Some(Binding::Output));
    let any = checker.subject.any_output();
    match site {
        Site::Read(name, at) if is_output(name) => {
            wrong(at, help(&format!("`{name}` as a whole is not a value"), &format!("write `{name}.{any} = …;`")))
        }
        Site::Assign { name, left, .. } if is_output(name) => {
            wrong(left, help("`output` as a whole can't be assigned", &format!("write `{name}.{any} = …`")))
        }
        &Site::OutputIndexed(index) => {
            let (whole, Syntax::Field(field)) = (source(&*index.expr), &*index.expr) else { return None };
            let output = &checker.subject.outputs()[checker.subject.output_place(field)?];
            let list = format!("{}: [{}; self.k]", output.name(), output.kind());
            let message = format!("the output `{}` is one number, not a list", output.name());
            wrong(index, help(&message, &format!("write `{whole} = …`, or declare a list: `output <{list}>`")))
        }
        Site::StateMethod(call) if name_of(&call.receiver).is_some_and(is_output) => {
            let name = source(&call.receiver);
            wrong(&call.method, help(&format!("`{name}` has no methods"), &format!("write `{name}.{any} = …;`")))
        }
        _ => None,
    }
}

pub(super) fn outputs_are_written(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::OutputRead(field, item) = site else { return None };
    let name = source(&field.member);
    let whole = item.map_or_else(|| source(field), source);
    let message = format!("`{whole}` can't be read: a step only assigns its outputs");
    let advice = format!("use a variable: `let {name} = …; {whole} = {name};`");
    match item {
        Some(item) => wrong(item, help(&message, &advice)),
        None => wrong(field, help(&message, &advice)),
    }
}

pub(super) fn outputs_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ConditionalOutput(field, output, standing) = site else { return None };
    let here = match standing {
        Standing::Holds => return None,
        Standing::Fails => "which is false here",
        Standing::Unknown => "which is not guaranteed here",
    };
    let (name, text) = (source(&field.member), source(output.cond.as_ref()?));
    let message = format!("`{name}` is an output only if `{text}`, {here}{}", checker.calls.notes());
    wrong(field, help(&message, &format!("assign it under `if {text} {{ … }}`")))
}

pub(super) fn outputs_are_passed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Argument { parameter, argument, inner } = site else { return None };
    let takes = matches!(role_of_type(&parameter.ty), Role::Output { .. });
    let given = matches!(checker.scopes.binding_of(inner), Some(Binding::Output));
    let named = if let Syntax::Index(index) = inner { &*index.expr } else { inner };
    let is_one = checker.as_output(named).is_some();
    match (takes, given) {
        (true, false) => wrong(argument, help("the function expects the outputs here", "pass `output` itself")),
        (false, true) => {
            let advice = "declare the parameter of the function as `output: &mut Output<Self>`";
            wrong(argument, help("the outputs as a whole are not a value", advice))
        }
        _ if is_one => {
            let advice = format!("assign the result of the function: `{} = …;`", source(inner));
            wrong(argument, help("an output is assigned by name: it can't be passed", &advice))
        }
        _ => None,
    }
}

/// The mistake in the type of the parameter for outputs, if there is one.
pub(super) fn wrong_type(checker: &Checker, ty: &Type) -> Option<(String, &'static str)> {
    let Role::Output { mutable } = role_of_type(ty) else { return None };
    let advice = "write `&mut Output<Self>`";
    match (checker.is_own_output(ty), mutable) {
        (false, _) => Some((format!("`{}` is not the output of this optimizer", source(ty)), advice)),
        (true, false) => Some(("a function that assigns outputs takes them by `&mut`".to_owned(), advice)),
        (true, true) => None,
    }
}
