//! States: everything that is kept between steps is declared.

use quote::ToTokens;
use syn::{Expr as Syntax, Item};

use super::mistake::{Mistake, absent, unknown, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::help;
use crate::check::syntax::{is_constant, name_of};
use crate::diag::{nearest, source};
use crate::language::{Language, Routine};
use crate::parse::State;

pub(super) fn nothing_else_is_remembered(checker: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Item(item @ Item::Static(_)) => no_memory(checker, item, "can't use statics"),
        Site::NoVariable(name, left) => {
            let name = name.to_string();
            let is_static = name.chars().all(|c| c.is_uppercase() || c == '_' || c.is_numeric());
            is_static.then(|| no_memory(checker, left, &format!("can't write `{name}`")))?
        }
        Site::UnknownMethod(call) => {
            let Syntax::Path(path) = &*call.receiver else { return None };
            let constant = path.path.segments.last().filter(|last| is_constant(&last.ident))?;
            no_memory(checker, call, &format!("can't call `{}` of `{}`", call.method, constant.ident))
        }
        _ => None,
    }
}

fn no_memory(checker: &Checker, at: impl ToTokens, does: &str) -> Option<Mistake> {
    let (remembered, advice) = match checker.subject.language() {
        Some(Language::Optimizer) => {
            ("only declared state", "declare state on the struct: `#[optimizer(state <name = 0.0>)]`")
        }
        Some(Language::Schedule) => ("nothing", "compute the value from `t`"),
        None => ("nothing", "compute the value from the arguments"),
    };
    wrong(at, help(&format!("{} {does}: it keeps {remembered} between steps", checker.subject.words.body), advice))
}

pub(super) fn states_are_declared(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::State(field) = site else { return None };
    let definition = checker.subject.definition?;
    if checker.subject.state_place(field).is_some() {
        return None;
    }
    let name = source(&field.member);
    let known: Vec<String> = definition.states.iter().map(State::name).collect();
    let message = format!("the state `{name}` is not declared");
    let advice = if definition.input(&name).is_some() {
        format!("it is an input: write `input.{name}`")
    } else if definition.hyper(&name).is_some() {
        format!("it is a hyperparameter: write `self.{name}`")
    } else if let Some(near) = nearest(&name, known.iter().map(String::as_str)) {
        format!("did you mean `state.{near}`?")
    } else if known.is_empty() {
        format!("declare it on the struct: `#[optimizer(state <{name} = 0.0>)]`")
    } else {
        format!("declare it on the struct, after the other states: `state <…, {name} = 0.0>`")
    };
    unknown(format!("state.{name}"), field, help(&message, &advice))
}

pub(super) fn states_are_used(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Declared(place, state) = site else { return None };
    let is_broken = checker.subject.definition.is_some_and(|definition| definition.broken);
    if is_broken || checker.report.is_mistaken() || checker.uses.states.contains(place) {
        return None;
    }
    let name = state.name();
    let message = format!("state `{name}` is declared but never used in `step`");
    let item = if state.list.is_some() { "[0]" } else { "" };
    absent(
        &state.ident,
        help(&message, &format!("remove it from `state <…>`, or assign `state.{name}{item}` in `step`")),
    )
}

pub(super) fn states_are_named(checker: &Checker, site: &Site) -> Option<Mistake> {
    let is_state =
        |name: &proc_macro2::Ident| matches!(checker.scopes.find(&name.to_string()), Some(Binding::State { .. }));
    let any = checker.subject.any_state();
    match site {
        Site::Read(name, at) if is_state(name) => {
            wrong(at, help(&format!("`{name}` as a whole is not a value"), &format!("name one state, `{name}.{any}`")))
        }
        Site::Assign { name, left, .. } if is_state(name) => {
            wrong(left, help("`state` as a whole can't be assigned", &format!("write `{name}.{any} = …`")))
        }
        Site::StateMethod(call) if name_of(&call.receiver).is_some_and(is_state) => {
            wrong(&call.method, help("`state` has no methods", &format!("name one state, `state.{any}`")))
        }
        _ => None,
    }
}

pub(super) fn settings_are_named(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::SelfAlone(at) = site else { return None };
    checker.subject.definition?;
    let words = checker.subject.words;
    wrong(
        at,
        help(
            &format!("`self` as a whole is not a value of {}", words.this_body),
            &format!("name the {}, `self.{}`", words.field, words.example),
        ),
    )
}

pub(super) fn settings_stay(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::SettingChanged(field, left) = site else { return None };
    let (name, whole) = (source(&field.member), source(left));
    let body = checker.subject.words.body;
    let (message, advice) = match checker.subject.routine {
        Some(Routine::Step | Routine::Probe) => (
            format!("{body} can't change a hyperparameter: it is fixed, or set by its schedule"),
            format!("declare a state instead: `state <{name}_now: scalar = {{ {whole} }}>`"),
        ),
        Some(Routine::Eval) => (
            format!("{body} can't change a hyperparameter: it is fixed, or set by its schedule"),
            format!("copy it to a variable: `let mut {name} = {whole};`"),
        ),
        _ => (
            "a schedule can't change its arguments".to_owned(),
            format!("copy it to a variable: `let mut {name} = {whole};`"),
        ),
    };
    wrong(left, help(&message, &advice))
}

pub(super) fn shared_states_stay(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::StateChanged(field, left) = site else { return None };
    let Some(Binding::State { mutable: false }) = checker.scopes.binding_of(&field.base) else { return None };
    let name = source(left);
    let own = checker.subject.routine == Some(Routine::Eval) && !checker.calls.is_inside();
    let (message, advice) = match own {
        true => (
            format!("`eval` can't change `{name}`: it only reads the state"),
            format!("assign `{name}` in `step`, or use a variable: `let mut x = {name};`"),
        ),
        false => (
            format!("this function can't change `{name}`: it takes `&State<Self>`"),
            "take `state: &mut State<Self>`".to_owned(),
        ),
    };
    wrong(left, help(&message, &advice))
}
