//! Schedules: the arguments and the result of `value`, and calls of other schedules.

use quote::ToTokens;
use syn::{FnArg, ReceiverKind, ReturnType};

use super::mistake::{Mistake, aside, wrong};
use super::signature::surplus;
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::{article, help};
use crate::check::terms::types::kind_of_type;
use crate::diag::source;
use crate::kind::Kind;
use crate::language::Language;

/// The help line of all messages about the signature.
fn advice() -> String {
    format!("write `{}`", Language::Schedule.signature())
}

pub(super) fn value_takes_self(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Receiver(signature) = site else { return None };
    if !checker.subject.in_schedule() {
        return None;
    }
    match signature.inputs.first() {
        Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, ReceiverKind::Reference(_, None, None)) => None,
        Some(FnArg::Receiver(receiver)) => {
            let message = "`value` must take `&self`: a schedule can't change its arguments";
            aside(receiver, help(message, &advice()))
        }
        _ => wrong(&signature.ident, help("`value` must take `&self`", &advice())),
    }
}

pub(super) fn value_takes_the_time(checker: &Checker, site: &Site) -> Option<Mistake> {
    if !checker.subject.in_schedule() {
        return None;
    }
    match site {
        Site::Inputs(signature, typed) if typed.len() != 1 => {
            let message = help("`value` takes one argument, the time", &advice());
            match surplus(typed, 1) {
                Some(surplus) => aside(surplus, message),
                None => aside(&signature.ident, message),
            }
        }
        Site::Input(_, time) if kind_of_type(&time.ty) != Some(Kind::scalar()) => {
            wrong(&time.ty, help("the time must be a `Scalar`", &advice()))
        }
        Site::InputName(pattern) => wrong(pattern, "the parameter of `value` must be a plain name"),
        _ => None,
    }
}

pub(super) fn value_returns_a_scalar(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Output(signature) = site else { return None };
    if !checker.subject.in_schedule() {
        return None;
    }
    match &signature.output {
        ReturnType::Type(_, ty) if kind_of_type(ty) == Some(Kind::scalar()) => None,
        ReturnType::Type(_, ty) => {
            let message = format!("`value` must return a `Scalar`, but its signature says `{}`", source(ty));
            aside(ty, help(&message, &advice()))
        }
        ReturnType::Default => aside(
            &signature.ident,
            help("`value` must return a `Scalar`, but its signature has no return type", &advice()),
        ),
    }
}

pub(super) fn schedules_return_numbers(checker: &Checker, site: &Site) -> Option<Mistake> {
    if checker.subject.in_schedule() { result_is_a_number(checker, site) } else { None }
}

/// Checks that a schedule or an elementwise function returns a number.
pub(super) fn result_is_a_number(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Result { value, block, .. } = site else { return None };
    if matches!(value.kind, Kind::Fixed | Kind::Num(_) | Kind::Wrong) || checker.report.gave_up() {
        return None;
    }
    let (entry, words) = (checker.subject.entry, checker.subject.words);
    let message = format!("`{entry}` returns {}, but {} must return a number", article(&value.kind), words.body);
    let advice = match value.kind {
        Kind::Mask(_) => "turn the mask into a number: `select(mask, 1.0, 0.0)`",
        _ => "end the body with the value, without `;`",
    };
    let at: &dyn ToTokens = block.stmts.last().map_or(entry, |last| last);
    wrong(at, help(&message, advice))
}

pub(super) fn schedules_have_no_tensors(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Call(call, path) = site else { return None };
    if !checker.subject.in_schedule() || !path.is_ident("full") {
        return None;
    }
    let message = "`full` is not supported in a schedule: it has no tensors";
    wrong(&call.func, help(message, "`scalar(x)` turns a fixed number into a `Scalar`"))
}

pub(super) fn only_schedules_have_values(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Child(call, schedule, _) = site else { return None };
    if schedule.as_fixed().is_some() {
        return None;
    }
    let message = format!("`{}` is a method of schedules, but this is {}", call.method, article(&schedule.kind));
    wrong(&call.method, help(&message, "call it on an argument: `self.scheduler.value(t)`"))
}

pub(super) fn times_are_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Child(call, _, [time]) = site else { return None };
    if call.method != "value" || matches!(time.kind, Kind::Fixed | Kind::Num(_)) {
        return None;
    }
    wrong(&call.args, format!("the time must be a number, but this is {}", article(&time.kind)))
}
