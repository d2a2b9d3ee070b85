//! Tuples, arrays, arms, iterations and patterns: parts of one value have compatible kinds, and patterns fit the value.

use super::lists::last_count;
use super::mistake::{Mistake, aside, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::{article, counted, help};
use crate::check::syntax::{end_of, integer_literal, last_of, literal_length};
use crate::check::terms::types::kind_of_type;
use crate::diag::source;
use crate::kind::Kind;
use crate::language::Language;

/// The largest length of an array of values in the form `[x; n]`.
const LONGEST: usize = 64;

pub(super) fn arms_agree(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Arms { kinds, joined, syntax } = site else { return None };
    let is_if = matches!(syntax, syn::Expr::If(_));
    let (arms, which) = if is_if { ("if", "both") } else { ("match", "all") };
    if kinds.is_empty() {
        return wrong(syntax, format!("this `{arms}` has no arms"));
    }
    if joined.is_some() {
        return None;
    }
    let list: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    let message = format!("the arms of this `{arms}` differ: {}", list.join(if is_if { " and " } else { ", " }));
    let advice = format!("give {which} arms the same kind, with `full(x)`, `scalar(x)` or a reduction");
    match first_misfit(kinds).and_then(|place| arm(syntax, place)) {
        Some(arm) => wrong(arm, help(&message, &advice)),
        None => wrong(syntax, help(&message, &advice)),
    }
}

/// The index of the first kind that does not join with the kinds before it.
fn first_misfit(kinds: &[Kind]) -> Option<usize> {
    if Kind::join_all(kinds).is_some() {
        return None;
    }
    (0..kinds.len()).find(|place| Kind::join_all(&kinds[..=*place]).is_none())
}

/// The value of an arm, if it has one.
fn arm(syntax: &syn::Expr, place: usize) -> Option<&syn::Expr> {
    match syntax {
        syn::Expr::If(branch) if place == 0 => last_of(&branch.then_branch),
        syn::Expr::If(branch) => branch.else_branch.as_ref().map(|(_, els)| end_of(els)),
        syn::Expr::Match(matched) => matched.arms.get(place).map(|arm| end_of(&arm.body)),
        _ => None,
    }
}

pub(super) fn iterations_have_no_value(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Iteration(iteration, body) = site else { return None };
    if iteration.kind == Kind::unit() || iteration.kind.is_wrong() {
        return None;
    }
    wrong(body, "the body of a loop has no value")
}

pub(super) fn iterations_keep_shapes(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Looped { before, after, name, pattern } = site else { return None };
    if before == after || after.is_wrong() {
        return None;
    }
    let message = format!("`{name}` changes its shape in an iteration of this loop");
    let advice =
        format!("assign a value of the same shape, for example with `.t()`, or use a new variable instead of `{name}`");
    aside(pattern, help(&message, &advice))
}

pub(super) fn elements_agree(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Elements(items, _) = site else { return None };
    let kinds: Vec<Kind> = items.iter().map(|item| item.kind.clone()).collect();
    let place = first_misfit(&kinds)?;
    let list: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    let one_type = kinds.iter().all(|kind| kind.same_type(&kinds[0]));
    let note = if one_type {
        let dims: Vec<String> = kinds.iter().filter_map(Kind::shape).map(|shape| shape.to_string()).collect();
        if dims.is_empty() {
            "they have different dimensions".to_owned()
        } else {
            format!("they have dimensions {}", dims.join(" and "))
        }
    } else {
        format!("these are {}", list.join(", "))
    };
    wrong(
        site.tokens_of(place)?,
        format!("the elements of an array must have the same kind\nnote: {note}\nhelp: use a tuple"),
    )
}

pub(super) fn lengths_are_literal(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Repeat(repeat) = site else { return None };
    if literal_length(&repeat.len).is_some_and(|n| n <= LONGEST) {
        return None;
    }
    let message = format!("an array of values needs a literal length, at most {LONGEST}");
    match checker.subject.language() {
        Some(Language::Optimizer) if literal_length(&repeat.len).is_none() => {
            let (item, length) = (source(&repeat.expr), source(&repeat.len));
            wrong(&repeat.len, help(&message, &format!("give the list a name: `let mut list = [{item}; {length}];`")))
        }
        Some(Language::Optimizer) => {
            let advice = format!("declare a list of states: `state <values: [tensor; {}] = 0.0>`", source(&repeat.len));
            wrong(&repeat.len, help(&message, &advice))
        }
        _ => wrong(&repeat.len, message),
    }
}

pub(super) fn elements_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Index { base, syntax, .. } = site else { return None };
    let Kind::Array(kinds) = &base.kind else { return None };
    let beyond = |n: &usize| !kinds.is_empty() && *n >= kinds.len();
    if let Some(last) = last_count(checker, &syntax.index).filter(beyond) {
        let (counter, length) = (source(&*syntax.index), kinds.len());
        let message = format!("`{counter}` counts to {last}, but this array has {}", counted(length, "element"));
        let advice = format!("elements are counted from 0: loop over them with `for {counter} in 0..{length}`");
        return wrong(&syntax.index, help(&message, &advice));
    }
    let n = literal_length(&syntax.index).filter(beyond)?;
    wrong(&syntax.index, format!("there is no element {n}: this array has {}", counted(kinds.len(), "element")))
}

pub(super) fn tuples_have_places(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Index { base, syntax, .. } = site else { return None };
    let Kind::Tuple(_) = base.kind else { return None };
    let element = integer_literal(&syntax.index).unwrap_or_else(|| "0".to_owned());
    let advice = format!("write `{}.{element}`", source(&*syntax.expr));
    wrong(syntax, help(&format!("{} can't be indexed", base.kind), &advice))
}

pub(super) fn elements_are_alike(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (kind, at): (_, &dyn quote::ToTokens) = match site {
        Site::Index { base, syntax, .. } => match &base.kind {
            Kind::Fixed => return None,
            Kind::Array(items) if !items.is_empty() => return None,
            kind => (kind, syntax),
        },
        Site::IndexOf(kind, at) => (*kind, at),
        _ => return None,
    };
    let message =
        format!("{} can't be indexed: {} treats all elements the same way", article(kind), checker.subject.words.body);
    wrong(at, help(&message, "use elementwise functions and reductions such as `.row_mean()`"))
}

pub(super) fn fields_exist(_: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Field(base, field) => {
            let exists = match (&base.kind, &field.member) {
                (Kind::Fixed | Kind::Wrong, _) => true,
                (Kind::Tuple(kinds), syn::Member::Unnamed(n)) => (n.index as usize) < kinds.len(),
                _ => false,
            };
            let message = || format!("{} has no field `{}`", base.kind, source(&field.member));
            if exists { None } else { wrong(&field.member, message()) }
        }
        Site::ParamField(name, field) => {
            let message = format!("the parameter has no field `{}`", source(&field.member));
            let advice =
                format!("it has `{name}.ndim()`, `.len()`, `.rows()`, `.cols()`, `.dim(0)`; `*{name}` is its value");
            wrong(&field.member, help(&message, &advice))
        }
        _ => None,
    }
}

pub(super) fn patterns_fit(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Pattern(pattern, kind) = site else { return None };
    let blanks = |items: &[Kind]| vec!["_"; items.len()].join(", ");
    let advice = match kind {
        Kind::Tuple(items) => format!("it has {}: write `({})`", counted(items.len(), "element"), blanks(items)),
        Kind::Array(items) => format!("it has {}: write `[{}]`", counted(items.len(), "element"), blanks(items)),
        _ => "use a plain name".to_owned(),
    };
    let what = match kind {
        Kind::Tuple(_) => "a tuple".to_owned(),
        Kind::Array(_) => "an array".to_owned(),
        other => article(other),
    };
    wrong(pattern, help(&format!("this pattern does not match {what}"), &advice))
}

pub(super) fn patterns_are_plain(checker: &Checker, site: &Site) -> Option<Mistake> {
    let body = checker.subject.words.body;
    match site {
        Site::FixedPattern(pattern) => wrong(pattern, format!("this pattern is not supported in {body}")),
        Site::PatternName(name) => {
            let message = format!("references to values are not supported in {body}");
            aside(name.by_ref?, help(&message, "remove `ref`: values are copied"))
        }
        Site::Declare(pattern) => match pattern {
            syn::Pat::Ident(name) if name.subpat.is_none() => None,
            _ => wrong(pattern, "a variable without a value must be declared alone: `let x;`"),
        },
        _ => None,
    }
}

pub(super) fn written_types_are_true(_: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::FixedAs(ty, value) => {
            let expected = kind_of_type(ty).filter(|expected| !expected.is_fixed())?;
            let lift = match expected {
                Kind::Num(ref shape) if shape.is_scalar() => "scalar",
                _ => "full",
            };
            let message = format!("this value is fixed, but its type is written as `{}`", source(ty));
            wrong(ty, help(&message, &format!("write `{lift}({})`", source(value))))
        }
        Site::WrittenType(ty, kind) => {
            kind_of_type(ty).filter(|expected| !expected.same_type(kind))?;
            let message = format!("this value is {}, but its type is written as `{}`", article(kind), source(ty));
            wrong(ty, help(&message, "remove the type: it is inferred"))
        }
        _ => None,
    }
}
