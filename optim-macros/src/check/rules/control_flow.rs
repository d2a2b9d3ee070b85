//! Control flow is decided before training.

use syn::{BinOp, Expr as Syntax};

use super::mistake::{Mistake, aside, wrong};
use super::site::Site;
use crate::ast::Expr;
use crate::check::Checker;
use crate::check::messages::floats::with_floats;
use crate::check::messages::phrases::{article, help};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Timed};
use crate::kind::Kind;
use crate::language::Language;
use crate::parse::HyperType;

/// The number of characters that editors show of a message.
const LONGEST_LINE: usize = 100;

/// Returns true if a value is known only during training.
fn is_data(value: &Expr) -> bool {
    value.as_fixed().is_none() && !value.kind.is_wrong()
}

/// "…, which is known only during training", and the origin of the value.
fn known_late(checker: &Checker, value: &Expr) -> String {
    format!("which is known only during training{}", checker.note(value))
}

pub(super) fn branches_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Condition { value, syntax, word } = site else { return None };
    if !is_data(value) || value.as_timed().is_some() {
        return None;
    }
    let words = checker.subject.words;
    let shown = if source(syntax).len() <= 40 { with_floats(syntax, value) } else { "mask".to_owned() };
    let what = checker.named(value).unwrap_or_else(|| article(&value.kind));
    let message = match format!("this {word} depends on {what}") {
        message if message.chars().count() <= LONGEST_LINE => message,
        _ => format!("this {word} depends on {}, which is known only during training", article(&value.kind)),
    };
    let advice = match value.kind {
        Kind::Mask(_) => format!("choose with `select({shown}, a, b)`; both sides are computed"),
        _ => "compare and choose with `select(x > 0.0, a, b)`; both sides are computed".to_owned(),
    };
    let computed = checker.computed_on(value).map(|place| format!("{place}; ")).unwrap_or_default();
    let note = format!("\nnote: {computed}{} can branch only on values that are known before it runs", words.body);
    let fixed = match checker.subject.language() {
        Some(Language::Optimizer) if checker.subject.is_step_function() => {
            "\nhelp: to branch on a setting, take it as an argument of type `bool`"
        }
        Some(Language::Optimizer) if checker.is_of_step_count(value) => {
            "\nhelp: to branch on time, write `if at(1)`, `if after(100)` or `if every(10)`"
        }
        Some(Language::Optimizer) => {
            "\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`"
        }
        Some(Language::Schedule) => "\nhelp: to branch on what is fixed, use a literal, a `const` or an argument",
        None => "\nhelp: to branch on a setting, take it as an argument of type `bool`",
    };
    wrong(syntax, format!("{message}{note}\nhelp: {advice}{fixed}"))
}

pub(super) fn conditions_are_bools(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Bool { value, syntax, word } = site else { return None };
    // The compiler reports a literal well enough.
    let ty =
        value.ty().filter(|ty| !matches!((value.form(), &ty.kind), (Form::Literal(_), _) | (_, HyperType::Bool)))?;
    let text = source(syntax);
    let advice = match ty.kind {
        HyperType::Option(_) => format!("write `{text}.is_some()`, or `if let Some(x) = {text}`"),
        HyperType::Tuple(_) | HyperType::Array(_) | HyperType::List(_) => "compare one of its elements".to_owned(),
        HyperType::Integer => format!("compare it: `{text} > 0`"),
        _ => format!("compare it: `{text} > 0.0`"),
    };
    let is = ty.name.as_ref().map_or_else(|| "an integer".to_owned(), |name| format!("`{name}`"));
    wrong(syntax, help(&format!("this {word} needs a `bool`, but `{text}` is {is}"), &advice))
}

pub(super) fn matches_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Matched(value, syntax) = site else { return None };
    if !is_data(value) {
        return None;
    }
    let message = format!("this `match` depends on {}, {}", article(&value.kind), known_late(checker, value));
    let advice = match value.kind {
        Kind::Mask(_) => "choose with `select(mask, a, b)`; both sides are computed",
        _ => "compare and choose with `select(x > 0.0, a, b)`; both sides are computed",
    };
    wrong(syntax, help(&message, advice))
}

pub(super) fn loops_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Sequence(value, syntax) = site else { return None };
    if !is_data(value) || matches!(value.kind, Kind::Array(_)) {
        return None;
    }
    let message = format!("this loop iterates over {}, {}", article(&value.kind), known_late(checker, value));
    let advice = match &value.kind {
        Kind::Num(shape) if !shape.is_scalar() => {
            "arithmetic works on all elements at once; a loop needs a fixed range or array: `for i in 0..self.n`"
        }
        _ => "loop over a fixed range or array: `for i in 0..self.n`",
    };
    wrong(syntax, help(&message, advice))
}

pub(super) fn bounds_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Bound(value, syntax) = site else { return None };
    if let Some(ty) = value.as_fixed().and_then(Fixed::ty)
        && matches!(ty.kind, HyperType::List(_))
    {
        let (text, is) = (source(syntax), ty.name.as_deref().unwrap_or("a list"));
        let message = format!("a loop bound must be an integer, but `{text}` is `{is}`");
        return wrong(syntax, help(&message, &format!("write `{text}.len()`")));
    }
    if !is_data(value) {
        return None;
    }
    let message = format!("this loop bound is {}, {}", article(&value.kind), known_late(checker, value));
    let setting = if takes_arguments(checker) { "an argument" } else { "a field" };
    let advice = format!("use a fixed bound: a literal, a `const`, or {setting} of an integer type");
    wrong(syntax, help(&message, &advice))
}

/// Returns true if the settings are the arguments of a schedule.
fn takes_arguments(checker: &Checker) -> bool {
    checker.subject.in_schedule() || checker.subject.is_step_function()
}

pub(super) fn lengths_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Length(value, syntax) = site else { return None };
    if !is_data(value) {
        return None;
    }
    let message = format!("this length is {}, {}", article(&value.kind), known_late(checker, value));
    let setting = if takes_arguments(checker) { "an argument" } else { "a field" };
    let advice = format!("use a fixed length: a literal, a `const`, or {setting} of an integer type");
    wrong(syntax, help(&message, &advice))
}

pub(super) fn iterations_are_counted(checker: &Checker, site: &Site) -> Option<Mistake> {
    let advice = "write `for _ in 0..n` with a fixed `n`";
    match site {
        Site::Expression(Syntax::Loop(iterations)) => {
            wrong(iterations.loop_token, help("`loop` has no fixed number of iterations", advice))
        }
        Site::While(iterations, condition) => {
            let note = match &condition.kind {
                Kind::Fixed | Kind::Wrong => String::new(),
                kind => {
                    let clause = checker.provenance(condition).map(|text| format!(": {text}")).unwrap_or_default();
                    format!("\nnote: its condition is {}{clause}", article(kind))
                }
            };
            wrong(&iterations.cond, help(&format!("`while` has no fixed number of iterations{note}"), advice))
        }
        _ => None,
    }
}

pub(super) fn lazy_logic_is_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Lazy(left, right, binary) = site else { return None };
    let sides = [(left, &binary.left), (right, &binary.right)];
    let (side, syntax) = sides.into_iter().find(|(side, _)| is_data(side) && side.as_timed().is_none())?;
    let written = source(&binary.op);
    let message =
        format!("`{written}` needs a `bool`, but this is {}, {}", article(&side.kind), known_late(checker, side));
    let joins = if matches!(binary.op, BinOp::And(_)) { "&" } else { "|" };
    wrong(syntax, help(&message, &format!("combine masks with `{joins}`: both sides are computed")))
}

pub(super) fn indices_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (&Site::Index { at, syntax, .. } | &Site::ListItem { at, syntax, .. }) = site else { return None };
    if at.as_fixed().is_some() || at.kind == Kind::Timed(Timed::Slot) {
        return None;
    }
    let message = format!("this index is {}, {}", article(&at.kind), known_late(checker, at));
    let advice = match site {
        Site::ListItem { .. } => "index with a fixed number, a loop counter or `slot(m)`",
        _ => "index with a fixed number",
    };
    wrong(&syntax.index, help(&message, advice))
}

pub(super) fn casts_are_of_fixed_values(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Cast(value, cast) = site else { return None };
    if !is_data(value) {
        return None;
    }
    let message = format!(
        "{} can't be cast: its value is known only during training{}",
        article(&value.kind),
        checker.note(value)
    );
    let advice = match value.kind {
        Kind::Mask(_) => "turn the mask into numbers: `select(mask, 1.0, 0.0)`",
        _ if matches!(source(&cast.ty).as_str(), "f64" | "f32") => "remove the cast: it is already a number",
        _ => "round with `.floor()` or `.trunc()`, take powers with `.powf(…)`, choose with `select(x > 0.0, a, b)`",
    };
    wrong(cast, help(&message, advice))
}

pub(super) fn nothing_ends_early(checker: &Checker, site: &Site) -> Option<Mistake> {
    let body = checker.subject.words.body;
    match site {
        Site::Expression(syntax @ (Syntax::Break(_) | Syntax::Continue(_))) => {
            let word = if matches!(syntax, Syntax::Break(_)) { "break" } else { "continue" };
            let advice = "put the code under a fixed `if`, or choose with `select`";
            wrong(syntax, help(&format!("`{word}` is not supported in {body}"), advice))
        }
        Site::Expression(syntax @ Syntax::Return(_)) => wrong(
            syntax,
            help(
                &format!("early `return` is not supported in {body}"),
                "use a fixed `if … else …`, or choose values with `select`",
            ),
        ),
        Site::Expression(Syntax::Try(tried)) => wrong(
            tried.question_token,
            help(
                &format!("`?` is not supported in {body}: {body} can't fail"),
                "check settings with `requires(…)` on the struct",
            ),
        ),
        Site::Expression(Syntax::Block(block)) if block.label.is_some() => wrong(
            &block.label,
            help(&format!("labelled blocks are not supported in {body}"), "use a fixed `if … else …`"),
        ),
        Site::LetElse(diverge) => wrong(
            diverge,
            help(
                &format!("`let … else` is not supported in {body}: it would return early"),
                "use `if let … { … } else { … }`",
            ),
        ),
        Site::Label(label) => {
            aside(label, format!("this label is useless: `break` and `continue` are not supported in {body}"))
        }
        _ => None,
    }
}
