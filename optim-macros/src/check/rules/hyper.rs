//! Settings of type `Option`: allowed uses in a step.

use super::mistake::{Mistake, absent, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::help;
use crate::parse::Hyper;

pub(super) fn optionals_are_opened(checker: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Optional(syntax, at) => {
            let name = checker.subject.optional(syntax).map(Hyper::name).unwrap_or_default();
            let message = format!("`self.{name}` is a scheduled `Option`, which may be `None`");
            let advice = format!("write `if let Some({name}) = self.{name} {{ … }} else {{ … }}`");
            wrong(at, help(&message, &advice))
        }
        Site::OptionalPattern(pattern, name) => {
            let message = "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`";
            wrong(pattern, help(message, &format!("write `if let Some({name}) = self.{name}`")))
        }
        _ => None,
    }
}

pub(super) fn options_are_done(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::DeclaredOption(hyper) = site else { return None };
    let name = hyper.name();
    let is_broken = checker.subject.definition.is_some_and(|definition| definition.broken);
    if is_broken || checker.report.is_mistaken() || checker.uses.settings.contains(&name) {
        return None;
    }
    let message =
        format!("`{name}` takes the place of the builder's option, but `step` never reads it, so nothing is clipped");
    absent(&hyper.ident, help(&message, &format!("read `self.{name}` in `step`, or remove the field")))
}
