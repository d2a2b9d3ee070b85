//! A state with a condition may be used only where the condition holds.

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::Standing;
use crate::check::messages::phrases::help;
use crate::diag::source;

pub(super) fn conditions_hold(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ConditionalState(field, state, standing) = site else { return None };
    let here = match standing {
        Standing::Holds => return None,
        Standing::Fails => "which is false here",
        Standing::Unknown => "which is not guaranteed here",
    };
    let (name, text) = (source(&field.member), source(state.cond.as_ref()?));
    let message = match text.len() {
        0..=40 => format!("`{name}` exists only if `{text}`, {here}"),
        _ => format!("`{name}` exists only under its condition, {here}\nnote: the condition is `{text}`"),
    };
    let message = format!("{message}{}", checker.calls.notes());
    let mut advice = format!("use it under `if {text} {{ … }}`");
    if text.contains("param.") && checker.scopes.find("param").is_none() {
        advice.push_str("; every tensor has the shape of `param`");
    }
    wrong(field, help(&message, &advice))
}
