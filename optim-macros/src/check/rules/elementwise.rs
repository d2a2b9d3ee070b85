//! Elementwise functions compute each number independently.

use super::mistake::{Mistake, wrong};
use super::scheduler::result_is_a_number;
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::help;
use crate::ops::{Library, Reduce};

pub(super) fn no_self(checker: &Checker, site: &Site) -> Option<Mistake> {
    let message = || format!("`self` is not supported in {}", checker.subject.words.body);
    match site {
        _ if checker.subject.definition.is_some() => None,
        Site::SelfAlone(at) => wrong(at, message()),
        Site::Setting(field) => wrong(&field.base, message()),
        _ => None,
    }
}

pub(super) fn numbers_stand_alone(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Method(call, _) = site else { return None };
    let name = call.method.to_string();
    let joins = Reduce::method(&name).is_some() || Library::method(&name).is_some();
    if checker.subject.definition.is_some() || !joins {
        return None;
    }
    let message = format!("`{name}` is not supported in an elementwise function: it combines several elements");
    wrong(&call.method, help(&message, "reduce in the step and pass the result as an argument"))
}

pub(super) fn functions_return_numbers(checker: &Checker, site: &Site) -> Option<Mistake> {
    if checker.subject.definition.is_none() { result_is_a_number(checker, site) } else { None }
}
