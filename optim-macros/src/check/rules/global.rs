//! The whole model: reductions over all parameters, and the values that global states accept.

use syn::ext::IdentExt;

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::ast::{Argument, Block, Expr, List, Node, Place, Target};
use crate::check::Checker;
use crate::check::messages::phrases::help;
use crate::diag::source;
use crate::fixed::{Fixed, Form};
use crate::kind::{Kind, Shape};
use crate::language::Routine;
use crate::ops::{Over, Reduce};
use crate::parse::StateKind;

pub(super) fn only_steps_reduce_the_model(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Method(call, _) = site else { return None };
    let name = call.method.to_string();
    if !matches!(Reduce::method(&name), Some((_, Over::Global))) {
        return None;
    }
    let advice = match checker.subject.routine {
        Some(Routine::Step | Routine::Watched | Routine::Probe) | None => return None,
        Some(Routine::Eval) => "reduce in `step`, and store the result in a state: `state <norm: global = 0.0>`",
        Some(Routine::Value) => "a schedule knows nothing of the model: compute its value from `t`",
    };
    let message = format!("`{name}` reduces over all parameters, which only a step can do");
    wrong(&call.method, help(&message, advice))
}

pub(super) fn model_reductions_repeat_for_all(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Reduction(call, _, Over::Global, _) = site else { return None };
    let around = checker.control.own_loop()?;
    let message = format!("`{}` is in a loop whose number of iterations may differ between parameters", call.method);
    wrong(
        around.at,
        help(
            &message,
            "bound the loop by a literal, a `const` or a field marked `#[hyper(shared)]`, or reduce after it",
        ),
    )
}

pub(super) fn model_reductions_have_no_time(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Reduction(call, _, Over::Global, _) = site else { return None };
    let around = checker.control.timed()?;
    let message = format!("`{}` is under a timed condition, but each parameter counts its own steps", call.method);
    wrong(around.at, help(&message, &format!("reduce before the `if`: `let all = {};`", source(call))))
}

/// The name of the assigned global state or output, for messages.
fn global(checker: &Checker, target: &Target) -> Option<String> {
    if let Target::Place(Place::Output(index)) | Target::Item(List::Output(index), _) = target {
        let output = checker.subject.outputs().get(*index)?;
        return output.global.then(|| format!("the output `{}`", output.name()));
    }
    let (Target::Place(Place::State(index)) | Target::Item(List::State(index), _)) = target else { return None };
    let states = checker.subject.definition.map(|definition| &definition.states)?;
    states.get(*index).filter(|state| state.kind == StateKind::Global).map(called)
}

pub(super) fn global_states_take_global_values(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Store { target, value, right, .. } = site else { return None };
    let name = global(checker, target)?;
    // A value with dimensions breaks another rule.
    if value.kind == Kind::Num(Shape::Global) || !value.kind.same_type(&Kind::scalar()) {
        return None;
    }
    let narrow = narrow(value);
    let message = format!("{name} is one number for the whole model, but this is {}", level(narrow));
    let origin = origin(checker, narrow);
    let counts = origin.as_ref().is_some_and(|origin| origin.starts_with("the step count"));
    let note = match (std::ptr::eq(narrow, value), origin) {
        (false, Some(origin)) => format!("\nnote: it is computed from {origin}"),
        _ => checker.note(value),
    };
    let advice = match counts {
        true => "count the steps of the model in a global state: `state.steps += 1.0`".to_owned(),
        false => instead(value, narrow, right),
    };
    wrong(right, help(&format!("{message}{note}"), &advice))
}

/// The name of a global state in messages.
fn called(state: &crate::parse::State) -> String {
    match &state.list {
        None => format!("`{}`", state.name()),
        Some(_) => format!("each item of `{}`", state.name()),
    }
}

/// The reason why a value is not the same for the whole model.
fn origin(checker: &Checker, narrow: &Expr) -> Option<String> {
    match narrow.as_fixed().map(Fixed::form) {
        Some(Form::Setting(setting)) => Some(format!("the hyperparameter `self.{}`", setting.ident)),
        Some(_) => None,
        None => checker.origin(narrow),
    }
}

/// The part of a value that differs between parameters.
fn narrow(value: &Expr) -> &Expr {
    let own = |part: &&Expr| match part.as_fixed() {
        Some(fixed) => !fixed.level().is_shared(),
        None => !matches!(part.kind, Kind::Num(Shape::Global) | Kind::Mask(Shape::Global)),
    };
    let part = match &value.node {
        Node::Op(_, parts) => parts.iter().find(own),
        Node::Elementwise(_, arguments) => arguments.iter().find_map(|argument| match argument {
            Argument::Value(value) => Some(value).filter(own),
            Argument::Fixed(_) => None,
        }),
        Node::Powi(base, _) => Some(&**base).filter(own),
        Node::Lift(inner) if inner.as_fixed().is_some() => Some(&**inner).filter(own),
        Node::Block(Block { value: Some(value), .. }) => Some(&**value).filter(own),
        _ => None,
    };
    part.map_or(value, narrow)
}

/// The things that may have several values in one model.
fn level(narrow: &Expr) -> &'static str {
    match (&narrow.node, narrow.as_fixed().map(Fixed::form)) {
        (Node::Hyper(..), _) | (_, Some(Form::Setting(_))) => "one per parameter group",
        _ => "one per parameter",
    }
}

/// Suggestions for values that a global state can take instead.
fn instead(value: &Expr, narrow: &Expr, right: &syn::Expr) -> String {
    let shared = |name: &str| format!("give all groups the same value: write `#[hyper(shared)]` on `{name}`");
    match (&narrow.node, narrow.as_fixed().map(Fixed::form)) {
        (Node::Hyper(_, name), _) => shared(name.split('.').next().unwrap_or(name)),
        (_, Some(Form::Setting(setting))) => shared(&setting.ident.unraw().to_string()),
        (_, Some(_)) => "use only literals, `const`s and fields marked `#[hyper(shared)]`".to_owned(),
        (Node::Reduce(reduce, Over::All, _), _) => {
            format!("reduce over all parameters: write `global_{0}` in place of `{0}`", reduce.name())
        }
        (Node::Library(library, ..), _) if library.over() == Some(Over::All) => {
            let quantile = if std::ptr::eq(narrow, value) { source(right) } else { format!("x.{}(q)", library.name()) };
            format!("write `{quantile}.global_mean()` for the mean of the parameters' quantiles")
        }
        (Node::If(_) | Node::Match(_) | Node::Index(..), _) => {
            "branch only on fields marked `#[hyper(shared)]`, or choose with `select(mask, a, b)`".to_owned()
        }
        _ => match right {
            syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::MethodCall(_) | syn::Expr::Paren(_) => {
                format!("reduce over all parameters: `{}.global_sum()`", source(right))
            }
            _ => "reduce it over all parameters: `x.global_sum()`".to_owned(),
        },
    }
}

pub(super) fn global_states_change_for_all(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Store { target, .. } = site else { return None };
    let name = global(checker, target)?;
    let around = checker.control.own()?;
    let (what, advice) = match (around.level.is_timed(), around.is_loop) {
        (true, _) => (
            "each parameter counts its own steps",
            "count steps in a global state, and choose with `select(mask, a, b)`",
        ),
        (false, true) => (
            "this loop may differ between parameters",
            "bound the loop by a literal, a `const` or a field marked `#[hyper(shared)]`",
        ),
        (false, false) => (
            "this condition may differ between parameters",
            "branch only on fields marked `#[hyper(shared)]`, or choose with `select(mask, a, b)`",
        ),
    };
    wrong(around.at, help(&format!("{name} is one number for the whole model, but {what}"), advice))
}

pub(super) fn iterations_keep_the_model(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::LoopedGlobal { name, pattern } = site else { return None };
    let message = format!("`{name}` is one number for the whole model before this loop, but one per parameter in it");
    wrong(
        pattern,
        help(
            &message,
            &format!("assign only numbers for the whole model to `{name}`, or assign the global state after the loop"),
        ),
    )
}

pub(super) fn global_items_have_one_index(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::PutItem { list, name, at, syntax } = site else { return None };
    let is_global = match list {
        List::State(state) => checker.subject.states()[state].kind == StateKind::Global,
        List::Output(output) => checker.subject.outputs()[output].global,
        List::Local(_) => false,
    };
    if !is_global || at.level().is_shared() {
        return None;
    }
    let why = match at.level().is_timed() {
        true => "each parameter counts its own steps",
        false => "this index may differ between parameters",
    };
    let message = format!("each item of `{name}` is one number for the whole model, but {why}");
    let advice = match at.level().is_timed() {
        true if matches!(list, List::Output(_)) => {
            "assign by a literal, a `const`, a field marked `#[hyper(shared)]` or the counter of a loop".to_owned()
        }
        true => format!(
            "assign by a literal, a `const`, a field marked `#[hyper(shared)]` or the counter of a loop; for a ring buffer shift the items by one, \
             and write the new one to `{}[0]`",
            source(&*syntax.expr)
        ),
        false => "index by a literal, a `const`, a field marked `#[hyper(shared)]`, or the counter of a loop bounded by these"
            .to_owned(),
    };
    wrong(&syntax.index, help(&message, &advice))
}
