//! The attributes of settings: what a step may do with a setting that may be absent.

use super::mistake::{Mistake, wrong};
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
