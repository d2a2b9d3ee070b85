//! Timed values: they decide which program a step runs, and are not numbers.

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Lit, Pat, UnOp};

use super::mistake::{Mistake, miscounted, wrong};
use super::site::Site;
use crate::ast::Expr;
use crate::check::Checker;
use crate::check::known::Enclosing;
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::{article, help};
use crate::diag::{line, source};
use crate::fixed::{Fixed, Form, Timed, Type, Var};
use crate::kind::Kind;
use crate::language::Routine;
use crate::parse::HyperType;
use crate::questions;

pub(super) fn only_steps_ask_of_time(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, .. } = site else { return None };
    let advice = match checker.subject.routine {
        Some(Routine::Step) if checker.subject.is_step_function() => {
            "take the answer as an argument: `due: bool` of a condition, `i: usize` of a slot"
        }
        Some(Routine::Step | Routine::Watched) => return None,
        Some(Routine::Probe | Routine::Eval) => "decide in `step`, and store the result in a state",
        Some(Routine::Value) => "the time is `t`: choose with `select(t < 100.0, a, b)`",
        None => "take a `bool` as an argument, or choose in the step",
    };
    let message = format!("`{}` is supported only in a step", question.name());
    wrong(&call.func, help(&message, advice))
}

pub(super) fn questions_have_arguments(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, arguments } = site else { return None };
    let message = questions::miscounted(question.name(), arguments.len())?;
    miscounted(&call.func, &call.args, questions::most_arguments(question.name()), message)
}

pub(super) fn arguments_of_time_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, arguments } = site else { return None };
    let place = arguments.iter().position(|value| value.as_fixed().is_none())?;
    let (value, syntax) = (&arguments[place], &call.args[place]);
    let message = format!("`{}` takes a fixed integer, but this is {}", question.name(), article(&value.kind));
    let advice = "use a literal, a `const`, or a field of an integer type that is not `scheduled`";
    wrong(syntax, help(&format!("{message}{}", checker.note(value)), advice))
}

pub(super) fn arguments_of_time_are_integers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, arguments } = site else { return None };
    let is_other = |value: &&Expr| value.as_fixed().and_then(Fixed::ty).is_some_and(|ty| !ty.is_integer());
    let place = arguments.iter().position(|value| is_other(&value))?;
    let ty = arguments[place].as_fixed()?.ty()?;
    let is = ty.name.as_deref().unwrap_or("another type");
    let message = format!("`{}` takes an integer, but this is `{is}`", question.name());
    let advice = match &arguments[place].as_fixed()?.form() {
        Form::Literal(_) => questions::integer_instead(question.name(), place),
        _ if matches!(ty.kind, HyperType::List(_)) => format!("write `{}.len()`", source(&call.args[place])),
        _ => "give the field an integer type, such as `usize`".to_owned(),
    };
    wrong(&call.args[place], help(&message, &advice))
}

pub(super) fn arguments_of_time_are_positive(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, arguments } = site else { return None };
    let small = |(place, value): (usize, &Expr)| {
        let number = value.as_fixed().and_then(literal)?;
        Some((place, questions::too_small(question.name(), place, number)?))
    };
    let (place, message) = arguments.iter().enumerate().find_map(small)?;
    wrong(&call.args[place], message)
}

/// The number in a literal.
fn literal(value: &Fixed) -> Option<i128> {
    match value.form() {
        Form::Literal(Lit::Int(number)) => number.base10_parse().ok(),
        Form::Unary(UnOp::Neg(_), inner) => literal(inner).map(|number: i128| -number),
        _ => None,
    }
}

/// The timed values that a site cannot use, and suggested code.
fn misused(site: &Site) -> Option<(&'static [Timed], &'static str)> {
    const DATA: &str = "choose data with `if every(10) { a } else { b }`";
    const BOUND: &str = "put the loop under `if every(10) { … }`, with a fixed number of iterations";
    let (any, condition, slot) = (&[Timed::Condition, Timed::Slot][..], &[Timed::Condition][..], &[Timed::Slot][..]);
    Some(match site {
        Site::Operation { .. }
        | Site::Arguments(..)
        | Site::Elementwise(..)
        | Site::Method(..)
        | Site::Reduction(..) => (any, DATA),
        Site::Number(..) | Site::Lift { .. } | Site::Cast(..) | Site::Field(..) | Site::Powi(..) | Site::Matmul(..) => {
            (any, DATA)
        }
        Site::Store { .. } | Site::Several(..) => (any, DATA),
        Site::Assign { .. } => {
            (any, "assign it to a variable: `let due = every(10);`, or combine conditions: `every(10) || at(1)`")
        }
        Site::Bound(..) | Site::Length(..) | Site::Sequence(..) => (any, BOUND),
        Site::Matched(..) => (any, "write `if every(10) { … } else { … }`; a `match` looks at fixed values"),
        Site::Index { .. } | Site::ListItem { .. } => (condition, "index with `slot(5)`"),
        Site::Elements(..) => (condition, "assign each to a variable: `let due = every(10);`"),
        Site::Condition { .. } => (slot, "decide by `every(10)`, `after(100)` or `at(100)`"),
        Site::Lazy(..) => (slot, "combine conditions: `every(10) && after(100)`"),
        Site::Statement(..) => (any, "write `if every(10) { … }`"),
        Site::TimedArm(..) => (any, "combine conditions with `&&`, `||` and `!`: `every(10) && after(100)`"),
        _ => return None,
    })
}

pub(super) fn timed_values_decide(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (wrong_here, advice) = misused(site)?;
    let is_misused = |(value, _): &(&Expr, _)| matches!(&value.kind, Kind::Timed(own) if wrong_here.contains(own));
    let (value, at) = site.values().into_iter().find(is_misused)?;
    let Kind::Timed(timed) = value.kind else { return None };
    let known = value.as_known()?;
    let passed = checker.scopes.passed(known);
    let name = match passed.map_or(known, |passed| &passed.value).form() {
        Form::Asked(question, _) => format!("`{}(…)`", question.name()),
        Form::Variable(var) => match passed {
            Some(passed) => format!("`{}`", source(&passed.syntax)),
            None => called(checker, var, &source(&at)),
        },
        _ => "this".to_owned(),
    };
    let (message, advice) = match timed {
        Timed::Slot => (
            format!("{name} is a slot: it can only index a list"),
            match site {
                Site::Condition { .. } | Site::Lazy(..) => advice,
                _ => "write `list[slot(5)]`; for the step count, add a last argument `t: Scalar` to `step`",
            },
        ),
        Timed::Condition if matches!(site, Site::Elements(..)) => {
            ("timed conditions can't be stored in an array".to_owned(), advice)
        }
        Timed::Condition => (format!("{name} is a timed condition: it can only be the condition of an `if`"), advice),
    };
    match passed {
        Some(passed) => wrong(&passed.syntax, help(&format!("{message}{}", used_here(checker, at)), advice)),
        None => wrong(at, help(&message, advice)),
    }
}

/// A variable in a message: its name if the marked code is the variable, otherwise "this".
fn called(checker: &Checker, var: &Var, marked: &str) -> String {
    match checker.scopes.find(marked) {
        Some(Binding::Fixed { var: own, .. }) if own == var => format!("`{marked}`"),
        _ => "this".to_owned(),
    }
}

/// A line under a message with the place in a helper function that misuses an argument.
fn used_here(checker: &Checker, at: &dyn ToTokens) -> String {
    let place = line(at.span()).zip(checker.calls.innermost());
    place.map(|(line, function)| format!("\nnote: `{function}` misuses it on line {line}")).unwrap_or_default()
}

/// A mistake under a timed condition. If the condition is an argument of a helper function, the message marks the argument.
fn under(
    checker: &Checker,
    decides: Option<&Enclosing>,
    at: impl ToTokens,
    message: &str,
    advice: &str,
) -> Option<Mistake> {
    match decides.filter(|decides| decides.is_passed) {
        Some(decides) => wrong(&decides.at, help(&format!("{message}{}", used_here(checker, &at)), advice)),
        None => wrong(at, help(message, advice)),
    }
}

pub(super) fn timed_conditions_have_plain_names(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::KnownLet(value, pattern) = site else { return None };
    if !matches!(value.kind, Kind::Timed(_)) {
        return None;
    }
    let mut pattern = pattern;
    while let Pat::Type(syn::PatType { pat, .. }) | Pat::Paren(syn::PatParen { pat, .. }) = pattern {
        pattern = pat;
    }
    match pattern {
        Pat::Ident(name) if name.mutability.is_some() => {
            let message = format!("`{}` can't be `mut`: a timed condition does not change during a step", name.ident);
            wrong(pattern, help(&message, &format!("remove `mut`: `let {} = …;`", name.ident)))
        }
        Pat::Ident(_) | Pat::Wild(_) => None,
        _ => wrong(pattern, help("a timed condition is taken as a whole", "write `let due = every(10);`")),
    }
}

pub(super) fn fixed_variables_have_no_time(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Assign { name, left, .. } = site else { return None };
    let Some(Binding::Fixed { var, .. }) = checker.scopes.find(&name.to_string()) else { return None };
    if !checker.flow.is_timed_outside(var) {
        return None;
    }
    let message = format!("`{name}` is fixed, so a timed `if` can't change it");
    let advice = format!("declare it as a value of the step: `let mut {name} = scalar(…);`");
    under(checker, checker.control.timed().as_ref(), left, &message, &advice)
}

pub(super) fn timed_arms_are_numbers(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::TimedArm(arm, syntax, decides) = site else { return None };
    let truth = matches!(arm.as_fixed()?.form(), Form::Literal(Lit::Bool(_)));
    let ty = if truth { Type::of_name("bool") } else { arm.as_fixed()?.ty().cloned() };
    let ty = ty.filter(|ty| !matches!(ty.kind, HyperType::Float))?;
    let is = ty.name.as_ref().map_or_else(|| "an integer".to_owned(), |name| format!("`{name}`"));
    let advice = match (&ty.kind, arm.as_fixed()?.form()) {
        (HyperType::Integer, Form::Literal(number)) => {
            let number = number.to_token_stream().to_string();
            format!("write `{number}.0`")
        }
        (HyperType::Bool, _) => {
            "combine conditions with `&&`, `||` and `!`, or put the code under this `if`".to_owned()
        }
        (HyperType::Integer, _) => "convert it: `self.n as f64`".to_owned(),
        _ => "give an `f64`, or take the value apart first".to_owned(),
    };
    let message = format!("the value of a timed `if` must be `f64`, but this is {is}");
    under(checker, Some(decides), syntax, &message, &advice)
}

pub(super) fn dimensions_have_no_time(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::TimedKinds { name, condition, decides } = site else { return None };
    let what = match name {
        Some(name) => format!("this timed `if` changes the dimensions of `{name}`"),
        None => "the arms of this timed `if` have different dimensions".to_owned(),
    };
    let advice = "transpose or multiply before the `if`, so that both arms have the same shape";
    under(checker, Some(decides), condition, &what, advice)
}

pub(super) fn programs_are_few(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::End(_) = site else { return None };
    if checker.report.gave_up() {
        return None;
    }
    let surplus = checker.uses.one_decision_too_many(&checker.facts.meanings)?;
    let message = "this step has more than 8 programs: too many timed conditions are reached together";
    wrong(&surplus.at, help(message, "use periods that divide each other, such as `every(10)` and `every(100)`"))
}
