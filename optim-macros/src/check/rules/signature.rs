//! The arguments of `step`, and what all signatures have in common.

use quote::ToTokens;
use syn::{FnArg, ReceiverKind, ReturnType};

use super::mistake::{Mistake, aside, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::words::phrase::help;
use crate::diag::source;
use crate::kind::Kind;
use crate::language::Language;

fn is_step(checker: &Checker) -> bool {
    checker.subject.language() == Some(Language::Optimizer)
}

pub(super) fn functions_are_plain(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Modifier(word, modifier) = site else { return None };
    if source(word).is_empty() {
        return None;
    }
    let body = checker.subject.words.body;
    let message = match modifier {
        Modifier::Const => format!("a function of {body} is not `const`: remove the keyword"),
        Modifier::Async => format!("{body} is not asynchronous: remove `async`"),
        Modifier::Unsafe => format!("{body} has no `unsafe`: remove the keyword"),
        Modifier::Abi => format!("a function of {body} has no ABI: remove it"),
    };
    aside(word, message)
}

/// A word before `fn`.
#[derive(Clone, Copy)]
pub(crate) enum Modifier {
    Const,
    Async,
    Unsafe,
    Abi,
}

pub(super) fn functions_are_not_generic(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Generics(generics) = site else { return None };
    if generics.params.is_empty() && generics.where_clause.is_none() {
        return None;
    }
    let body = checker.subject.words.body;
    let message = format!("functions of {body} have no generic parameters, lifetimes or `where`");
    aside(generics, help(&message, "the element type is chosen by the model; write the kinds, `x: Tensor`"))
}

pub(super) fn step_takes_self(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Receiver(signature) = site else { return None };
    if !is_step(checker) {
        return None;
    }
    let advice = format!("write `{}`", Language::Optimizer.signature());
    match signature.inputs.first() {
        Some(FnArg::Receiver(receiver)) if matches!(receiver.kind, ReceiverKind::Reference(_, _, None)) => None,
        Some(FnArg::Receiver(receiver)) => {
            aside(receiver, help("`step` takes its settings as `&self`: a step can't change them", &advice))
        }
        first => {
            let at: &dyn ToTokens = first.map_or(&signature.ident, |first| first);
            wrong(at, help("`step` takes its settings as `&self`", &advice))
        }
    }
}

pub(super) fn step_takes_these(checker: &Checker, site: &Site) -> Option<Mistake> {
    if !is_step(checker) {
        return None;
    }
    match site {
        Site::Inputs(signature, typed) if !(3..=4).contains(&typed.len()) => {
            let message = "`step` takes the parameter, its gradient, its state and, if it needs it, the step count";
            let advice =
                format!("write `{}`, or `…, state: &mut State<Self>, t: Scalar)`", Language::Optimizer.signature());
            let at: &dyn ToTokens = if signature.inputs.is_empty() { &signature.ident } else { &signature.inputs };
            aside(at, help(message, &advice))
        }
        Site::InputName(pattern) => wrong(pattern, "a parameter of `step` is a plain name"),
        _ => None,
    }
}

pub(super) fn step_takes_these_types(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Input(place, typed) = site else { return None };
    if !is_step(checker) {
        return None;
    }
    let written = source(&typed.ty).replace(' ', "");
    let last = written.rsplit("::").next().unwrap_or(&written);
    let (right, what, wanted) = match place {
        0 => (
            written.starts_with("&mut") && last.trim_start_matches("&mut") == "Tensor",
            "parameter to change",
            "param: &mut Tensor",
        ),
        1 => (last == "Tensor", "gradient", "grad: Tensor"),
        2 => (
            written.starts_with("&mut") && checker.is_own_state(&typed.ty),
            "declared state",
            "state: &mut State<Self>",
        ),
        _ => (last == "Scalar", "step count", "t: Scalar"),
    };
    if right {
        return None;
    }
    wrong(&typed.ty, help(&format!("this parameter of `step` is the {what}"), &format!("write `{wanted}`")))
}

pub(super) fn step_returns_nothing(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Result { value, block, output } = site else { return None };
    if !is_step(checker) || value.kind.is_wrong() || value.kind == Kind::unit() {
        return None;
    }
    let last = block.stmts.last();
    let at: &dyn ToTokens = if let ReturnType::Default = output { &last } else { output };
    aside(at, "`step` returns nothing: it writes `*param` and `state`")
}

pub(super) fn helpers_take_this_state(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::StateInput(ty) = site else { return None };
    if checker.is_own_state(ty) {
        return None;
    }
    let message = format!("`{}` is not the state of this optimizer", source(ty));
    aside(ty, help(&message, "write `&mut State<Self>`"))
}
