//! Every step and every probe assigns the parameter.

use syn::Signature;

use super::mistake::{Mistake, absent};
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::help;
use crate::diag::{line, source};
use crate::language::Routine;

pub(super) fn every_path_writes(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::End(signature) = site else { return None };
    if checker.subject.routine != Some(Routine::Step) || checker.flow.is_written() || checker.report.is_mistaken() {
        return None;
    }
    let name = parameter(signature);
    let message = match checker.flow.first_write() {
        None => format!("this step never writes `*{name}`"),
        Some(span) => {
            let place = line(span)
                .map(|line| format!("\nnote: line {line} writes it, but does not always run"))
                .unwrap_or_default();
            format!("`*{name}` is not written on every path of this step{place}")
        }
    };
    absent(
        &signature.ident,
        help(&message, &format!("apply the update on each path, for example `*{name} -= self.lr * update;`")),
    )
}

pub(super) fn probes_write(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::End(signature) = site else { return None };
    let writes = checker.flow.first_write().is_some();
    if checker.subject.routine != Some(Routine::Probe) || writes || checker.report.is_mistaken() {
        return None;
    }
    let message = format!("this probe never writes `*{}`", parameter(signature));
    let advice = format!("change the parameter, for example `*{} += self.rho * grad;`", parameter(signature));
    absent(&signature.ident, help(&message, &advice))
}

/// The name of the parameter.
fn parameter(signature: &Signature) -> String {
    let name = signature.inputs.iter().nth(1).and_then(|input| match input {
        syn::FnArg::Typed(typed) => Some(source(&typed.pat)),
        syn::FnArg::Receiver(_) => None,
    });
    name.unwrap_or_else(|| "param".to_owned())
}
