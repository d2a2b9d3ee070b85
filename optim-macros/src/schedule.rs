//! `#[scheduler]`: a schedule as a struct of arguments and a formula, checked like a step.
//!
//! Both halves go through the stages of an optimizer as far as they mean something here: parse → check → emit. What
//! is checked is printed once, over a generic type of numbers: it runs on `f64` and is recorded on handles.

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::{Item, ItemImpl};

use crate::diag::Errors;
use crate::parse::{Definition, Language};
use crate::{check, emit, parse, recover, step};

/// What messages about optimizers and steps say of schedules, in the order of replacement.
const WORDS: &[(&str, &str)] = &[
    ("#[optimizer", "#[scheduler"),
    ("of `optimizer`", "of `scheduler`"),
    ("fn step(…)", "fn value(…)"),
    ("a field that is not `scheduled`", "an argument"),
    ("on a setting, use", "on what is fixed, use"),
    ("a field of an integer type", "an argument of an integer type"),
    ("known only during the step", "known only during the run"),
    ("can change during a step", "can change during the run"),
    ("it remembers declared state only", "it remembers nothing"),
    ("it remembers only declared state", "it remembers nothing"),
    ("`full(x)` makes a tensor of a fixed value", "add up with a `for` loop"),
    ("declare state on the struct: `#[scheduler(state <name = 0.0>)]`", "compute the value from `t`"),
    ("a step writes `*param`, `state` and its own variables", "a schedule writes its own variables"),
    ("can't change a hyperparameter: it is fixed, or set by its schedule", "can't change its arguments"),
    ("numbers that meet tensors", "numbers that meet `t`"),
    ("a hyperparameter", "an argument"),
    ("hyperparameter", "argument"),
    ("name the argument, `self.lr`", "name the argument, `self.total_iters`"),
    ("an optimizer", "a schedule"),
    ("the kernel is made for every element type by itself; settings are `f64`", "arguments are `f64`"),
    ("a step", "a schedule"),
    ("the step", "the schedule"),
];

/// Expands the attribute on any item.
pub(crate) fn item(arguments: TokenStream, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::in_words(WORDS);
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Struct(parsed)) => {
            let parsed = parse::item::parse(arguments, parsed, Language::Schedule, &mut errors);
            return emit::schedule::expand(&parsed, errors);
        }
        Ok(Item::Impl(parsed)) => return emit::forward::expand(&arguments, &parsed, Language::Schedule, errors),
        Ok(Item::Fn(parsed)) => errors.push(
            &parsed.sig.ident,
            "`#[scheduler]` goes on a struct and on its impl, not on a function\nhelp: a closure is a schedule as it is: `curve(|t| …)`",
        ),
        Ok(other) => errors.push(
            other,
            "`#[scheduler]` goes on a struct and on its impl\nhelp: write `#[scheduler] struct Name { total_iters: u64 }`",
        ),
        Err(error) => errors.add(error),
    }
    recover::with_item(errors, item)
}

/// Expands the annotated impl of a schedule.
pub(crate) fn expand(definition: &Definition, item: &ItemImpl) -> TokenStream {
    let mut errors = Errors::in_words(WORDS);
    let functions = step::functions(item, Language::Schedule, &mut errors);
    let value = functions.iter().find(|function| function.sig.ident == "value");
    let checked = match value {
        Some(value) => Some(check::schedule(definition, &functions, value, &mut errors)),
        None => {
            errors.push(
                &item.self_ty,
                "this impl has no `value`\nhelp: write `fn value(&self, t: Scalar) -> Scalar { … }`",
            );
            None
        }
    };
    match checked {
        Some((body, time, value)) if errors.is_empty() && !definition.broken => {
            emit::formula::expand(definition, item, &body, &time, &value)
        }
        _ => {
            // A broken struct has been reported: errors here may only follow from it.
            let errors = if definition.broken { Errors::new() } else { errors };
            let mut tokens = recover::impl_for_editors(errors, item);
            let understood =
                definition.hypers.iter().all(|hyper| parse::types::classify(&hyper.ty, Language::Schedule).is_ok());
            if understood {
                tokens.extend(emit::formula::stub(definition, &item.self_ty));
            }
            tokens
        }
    }
}
