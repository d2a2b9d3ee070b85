//! The annotated impl: the functions that the runtime calls, such as `step` or `value`, helper functions and constants.

use syn::visit::Visit;
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl};

use crate::diag::{Errors, line, list};
use crate::language::{Language, Routine, Words};

/// The functions of an annotated impl.
pub(crate) struct Functions {
    /// `step`, or `value` of a schedule.
    pub(crate) entry: ImplItemFn,
    /// The other functions that the runtime calls.
    pub(crate) others: Vec<(Routine, ImplItemFn)>,
    /// The helper functions, which the others may call as `self.name(…)` and `Self::name(…)`.
    pub(crate) helpers: Vec<ImplItemFn>,
}

/// Sorts the functions of an impl. Returns `None` without the required one.
pub(crate) fn parse(item: &ItemImpl, language: Language, errors: &mut Errors) -> Option<Functions> {
    let words = language.words();
    let mut functions: Vec<ImplItemFn> = Vec::new();
    for entry in &item.items {
        match entry {
            ImplItem::Fn(function) => {
                outer_attributes(&function.attrs, words, errors);
                inner_attributes(words, errors).visit_signature(&function.sig);
                inner_attributes(words, errors).visit_block(&function.block);
                if let Some(other) = functions.iter().find(|other| other.sig.ident == function.sig.ident) {
                    let name = &other.sig.ident;
                    let place = line(name.span())
                        .map(|line| format!("\nnote: the first is on line {line}"))
                        .unwrap_or_default();
                    errors.push(
                        &function.sig.ident,
                        format!("`{name}` is defined twice{place}\nhelp: rename one of them"),
                    );
                }
                functions.push(function.clone());
            }
            // Constants are emitted as written, so the compiler checks them.
            ImplItem::Const(constant) => outer_attributes(&constant.attrs, words, errors),
            other => errors.push(
                other,
                format!(
                    "this impl can contain only {}, helper functions and constants\nhelp: move this to a plain `impl`",
                    list(language.routines().iter().map(|routine| routine.name()))
                ),
            ),
        }
    }
    let Some(entry) = functions.iter().position(|function| function.sig.ident == language.entry()) else {
        errors.push(
            &item.self_ty,
            format!("this impl has no `{}`\nhelp: write `{} {{ … }}`", language.entry(), language.signature()),
        );
        return None;
    };
    let entry = functions.remove(entry);
    let (mut others, mut helpers) = (Vec::new(), Vec::new());
    for function in functions {
        match language.routines().iter().find(|routine| function.sig.ident == routine.name()) {
            Some(routine) => others.push((*routine, function)),
            None => helpers.push(function),
        }
    }
    Some(Functions { entry, others, helpers })
}

/// `#[cfg]` is an error: functions and constants must not depend on the target.
fn outer_attributes(attrs: &[Attribute], words: &Words, errors: &mut Errors) {
    let Words { attribute: name, item, .. } = words;
    for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("cfg")) {
        errors.push(
            attribute,
            format!("`#[cfg]` is not allowed inside the impl of {item}\nhelp: put it above `#[{name}]`"),
        );
    }
}

/// Reports attributes inside a function. Only attributes for lints and formatters are allowed, since all others decide about the code.
pub(super) fn inner_attributes<'e>(words: &'e Words, errors: &'e mut Errors) -> impl Visit<'e> {
    struct Attributes<'e>(&'e Words, &'e mut Errors);
    impl<'s> Visit<'s> for Attributes<'_> {
        fn visit_attribute(&mut self, attribute: &'s Attribute) {
            const HARMLESS: [&str; 9] =
                ["allow", "expect", "warn", "deny", "forbid", "doc", "rustfmt", "clippy", "must_use"];
            let first = attribute.path().segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
            if !HARMLESS.contains(&first.as_str()) {
                let help = if first == "cfg" { "use a fixed `if` on a setting or a `const`" } else { "remove it" };
                let body = self.0.body;
                self.1
                    .about("effects")
                    .push(attribute, format!("the attribute `{first}` is not allowed inside {body}\nhelp: {help}"));
            }
        }
    }
    Attributes(words, errors)
}
