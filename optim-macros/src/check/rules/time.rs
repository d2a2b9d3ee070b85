//! Time: what is known before each step decides what the step does, and nothing else.

use syn::{Lit, Pat, UnOp};

use super::mistake::{Mistake, wrong, wrong_at};
use super::site::Site;
use crate::ast::Expr;
use crate::check::Checker;
use crate::check::messages::phrases::{article, help};
use crate::check::names::scopes::Binding;
use crate::diag::source;
use crate::fixed::{Fixed, Form, Timed, Type};
use crate::kind::Kind;
use crate::language::Routine;
use crate::parse::HyperType;
use crate::questions;

pub(super) fn only_steps_ask_of_time(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, .. } = site else { return None };
    let advice = match checker.subject.routine {
        Some(Routine::Step) => return None,
        Some(Routine::Probe | Routine::Eval) => "decide in `step`, and store the result in a state",
        Some(Routine::Value) => "the time is `t`: choose with `select(t < 100.0, a, b)`",
        None => "take a `bool` as an argument, or choose in the step",
    };
    let message = format!("`{}` is supported only in a step", question.name());
    wrong(call, help(&message, advice))
}

pub(super) fn questions_have_arguments(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Asked { call, question, arguments } = site else { return None };
    wrong(call, questions::miscounted(question.name(), arguments.len())?)
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

/// The number that a literal says.
fn literal(value: &Fixed) -> Option<i128> {
    match value.form() {
        Form::Literal(Lit::Int(number)) => number.base10_parse().ok(),
        Form::Unary(UnOp::Neg(_), inner) => literal(inner).map(|number: i128| -number),
        _ => None,
    }
}

/// A value that is known before the step and used as something else, and code to write instead.
fn misused<'s>(site: &Site<'s>) -> Option<(&'s Expr, &'static str)> {
    let timed = |value: &&Expr| matches!(value.kind, Kind::Timed(_));
    let condition = |value: &&Expr| value.kind == Kind::Timed(Timed::Condition);
    let slot = |value: &&Expr| value.kind == Kind::Timed(Timed::Slot);
    const DATA: &str = "choose data with `if every(10) { a } else { b }`";
    const BOUND: &str = "put the loop under `if every(10) { … }`, with a fixed number of iterations";
    Some(match site {
        Site::Operation { operands, .. } => (operands.iter().find(timed)?, DATA),
        Site::Arguments(_, _, values) | Site::Elementwise(_, values) => (values.iter().find(timed)?, DATA),
        Site::Method(_, operands) | Site::Reduction(.., operands) => (operands.iter().find(timed)?, DATA),
        Site::Number(value, _) | Site::Lift { value, .. } | Site::Cast(value, _) | Site::Field(value, _) => {
            (Some(*value).filter(timed)?, DATA)
        }
        Site::Powi(_, base, exponent) => ([*base, *exponent].into_iter().find(timed)?, DATA),
        Site::Matmul(_, a, b) => ([*a, *b].into_iter().find(timed)?, DATA),
        Site::Store { value, .. } | Site::Several(_, value, _) => (Some(*value).filter(timed)?, DATA),
        Site::Assign { value, .. } => (
            Some(*value).filter(timed)?,
            "assign it to a variable: `let due = every(10);`, or combine conditions: `every(10) || at(1)`",
        ),
        Site::Bound(value, _) | Site::Length(value, _) | Site::Sequence(value, _) => {
            (Some(*value).filter(timed)?, BOUND)
        }
        Site::Matched(value, _) => {
            (Some(*value).filter(timed)?, "write `if every(10) { … } else { … }`; a `match` looks at fixed values")
        }
        Site::Index { base, at, .. } => {
            ([*base].into_iter().find(timed).or(Some(*at).filter(condition))?, "index with `slot(5)`")
        }
        Site::ListItem { at, .. } => (Some(*at).filter(condition)?, "index with `slot(5)`"),
        Site::Condition { value, .. } => {
            (Some(*value).filter(slot)?, "decide by `every(10)`, `after(100)` or `at(100)`")
        }
        Site::Lazy(a, b, _) => ([*a, *b].into_iter().find(slot)?, "combine conditions: `every(10) && after(100)`"),
        Site::Statement(value, _) => (Some(*value).filter(timed)?, "write `if every(10) { … }`"),
        Site::TimedArm(value) => {
            (Some(*value).filter(timed)?, "combine conditions with `&&`, `||` and `!`: `every(10) && after(100)`")
        }
        _ => return None,
    })
}

pub(super) fn timed_values_decide(_: &Checker, site: &Site) -> Option<Mistake> {
    if let Site::Elements(kinds, span) = site
        && kinds.iter().any(|kind| matches!(kind, Kind::Timed(_)))
    {
        let message = "timed conditions can't be stored in an array";
        return wrong_at(*span, help(message, "assign each to a variable: `let due = every(10);`"));
    }
    let (value, advice) = misused(site)?;
    let name = match value.as_known()?.form() {
        Form::Variable(var) => format!("`{}`", var.0),
        Form::Asked(question, _) => format!("`{}(…)`", question.name()),
        _ => "this".to_owned(),
    };
    let (message, advice) = match value.kind {
        Kind::Timed(Timed::Slot) => (
            format!("{name} is a slot: it can only index a list"),
            match site {
                Site::Condition { .. } | Site::Lazy(..) => advice,
                _ => "write `list[slot(5)]`; for the step count, add a last argument `t: Scalar` to `step`",
            },
        ),
        _ => (format!("{name} is a timed condition: it can only be the condition of an `if`"), advice),
    };
    wrong_at(value.span, help(&message, advice))
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
    wrong(left, help(&message, &advice))
}

pub(super) fn timed_arms_are_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::TimedArm(arm) = site else { return None };
    let truth = matches!(arm.as_fixed()?.form(), Form::Literal(Lit::Bool(_)));
    let ty = if truth { Type::of_name("bool") } else { arm.as_fixed()?.ty().cloned() };
    let ty = ty.filter(|ty| !matches!(ty.kind, HyperType::Float))?;
    let is = ty.name.as_ref().map_or_else(|| "an integer".to_owned(), |name| format!("`{name}`"));
    let advice = match (&ty.kind, arm.as_fixed()?.form()) {
        (HyperType::Integer, Form::Literal(number)) => {
            let number = quote::ToTokens::to_token_stream(number).to_string();
            format!("write `{number}.0`")
        }
        (HyperType::Bool, _) => {
            "combine conditions with `&&`, `||` and `!`, or put the code under this `if`".to_owned()
        }
        (HyperType::Integer, _) => "convert it: `self.n as f64`".to_owned(),
        _ => "give an `f64`, or take the value apart first".to_owned(),
    };
    let message = format!("the value of a timed `if` must be `f64`, but this is {is}");
    wrong_at(arm.span, help(&message, &advice))
}

pub(super) fn dimensions_have_no_time(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::TimedKinds { name, condition } = site else { return None };
    let what = match name {
        Some(name) => format!("this timed `if` changes the dimensions of `{name}`"),
        None => "the arms of this timed `if` have different dimensions".to_owned(),
    };
    wrong(condition, help(&what, "transpose or multiply before the `if`, so that both arms have the same shape"))
}

pub(super) fn programs_are_few(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::End(_) = site else { return None };
    let last = checker.uses.decisions.last()?;
    if checker.report.gave_up() || !checker.uses.has_too_many_programs(&checker.facts.meanings) {
        return None;
    }
    let message = "this step has more than 8 programs: too many timed conditions are reached together";
    wrong_at(last.at, help(message, "use periods that divide each other, such as `every(10)` and `every(100)`"))
}
