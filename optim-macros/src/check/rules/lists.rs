//! Lists are read and assigned item by item.

use syn::{Expr as Syntax, Lit};

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::known::lists::{ListOf, Listed};
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::{article, counted, help};
use crate::check::syntax::{integer_literal, literal_length};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Question};
use crate::kind::Kind;
use crate::parse::HyperType;

pub(super) fn lists_are_indexed(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::List(Listed { of, name, whole, length }, at) = site else { return None };
    let what = match of {
        ListOf::States(_) => "a list of states",
        ListOf::Outputs(_) => "a list of outputs",
        ListOf::Variable(..) => "a list",
    };
    let length = source(length);
    let message = format!("`{name}` is {what}: a list as a whole is not a value");
    let advice = match of {
        ListOf::Outputs(_) => format!("assign each item: `for i in 0..{length} {{ {whole}[i] = …; }}`"),
        _ => format!(
            "name one item, `{whole}[0]`, or loop over all of them: `for i in 0..{length} {{ … {whole}[i] … }}`"
        ),
    };
    wrong(at, help(&message, &advice))
}

pub(super) fn lists_are_of_numbers(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::OwnList { item, syntax, .. } = site else { return None };
    let advice = match &item.kind {
        Kind::Num(_) | Kind::Wrong => return None,
        Kind::Mask(_) => "turn the mask into numbers: `[select(mask, 1.0, 0.0); …]`",
        Kind::Tuple(_) => "make a list of each element",
        _ => "repeat a `Tensor`, `Rows`, `Cols`, `Matrices` or `Scalar`",
    };
    let message = format!("a list holds numbers, but this is {}", article(&item.kind));
    wrong(&syntax.expr, help(&format!("{message}{}", checker.note(item)), advice))
}

pub(super) fn lengths_are_known(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::OwnList { length, syntax, .. } = site else { return None };
    let length = length.as_fixed()?;
    let advice = "use a setting, a `const`, `param.rows()` or `param.cols()`";
    if let Some(ty) = length.ty().filter(|ty| !ty.is_integer()) {
        let is = ty.name.as_deref().unwrap_or("another type");
        let message = format!("the length of a list must be an integer, but this is `{is}`");
        return wrong(&syntax.len, help(&message, "give the field an integer type, such as `usize`"));
    }
    // In a helper function that is never called, the index may be any number.
    if checker.facts.allows_any() || checker.scopes.spelled_out(length).is_some() {
        return None;
    }
    let message = "this length is not known before the step: it changes in a loop, or comes from a pattern";
    wrong(&syntax.len, help(message, advice))
}

pub(super) fn indices_are_integers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ListItem { list: Listed { name, length, .. }, at, syntax } = site else { return None };
    let index = at.as_fixed()?;
    if let Form::Range(start, limits, end) = index.form() {
        let message = format!("an item of the list `{name}` has one index, but this is a range");
        let list = source(&*syntax.expr);
        let range = match (start, limits, end) {
            (Some(_), _, Some(_)) => source(&*syntax.index),
            _ => format!("0..{}", source(length)),
        };
        let advice = format!("loop over the indices: `for i in {range} {{ … {list}[i] … }}`");
        return wrong(&syntax.index, help(&message, &advice));
    }
    let ty = index.ty().filter(|ty| !ty.is_integer())?;
    let is = ty.name.as_deref().unwrap_or("another type");
    let message = format!("the index of an item must be an integer, but this is `{is}`");
    let advice = match index.form() {
        Form::Literal(Lit::Float(number)) => {
            let whole = number.base10_parse::<f64>().map_or(0.0, f64::trunc);
            format!("write `{}[{whole}]`", source(&*syntax.expr))
        }
        Form::Setting(_) if matches!(ty.kind, HyperType::List(_)) => {
            format!("index with a number, or loop over all of them: `for i in 0..{}.len()`", source(&*syntax.index))
        }
        Form::Setting(_) => "give the field an integer type, such as `usize`".to_owned(),
        _ => "index with a number of type `usize`, a loop counter or `slot(m)`".to_owned(),
    };
    wrong(&syntax.index, help(&message, &advice))
}

pub(super) fn items_exist(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ListItem { list: Listed { name, length, .. }, at, syntax } = site else { return None };
    if let Some(negative) = integer_literal(&syntax.index).filter(|index| index.starts_with('-')) {
        let message = format!("the index of an item must be at least 0, but this is {negative}");
        return wrong(&syntax.index, help(&message, &format!("the first item is `{}[0]`", source(&*syntax.expr))));
    }
    let length = literal_length(length)?;
    let items = || format!("the list `{name}` has {}", counted(length, "item"));
    if let Some(places) = at.as_known().and_then(slots).filter(|places| *places > length) {
        let message = format!("this slot counts to {places}, but {}", items());
        return wrong(
            &syntax.index,
            help(&message, &format!("declare `{name}` with {places} items, or write `slot({length})`")),
        );
    }
    if let Some(last) = last_count(checker, &syntax.index).filter(|last| *last >= length) {
        let counter = source(&*syntax.index);
        let message = format!("`{counter}` counts to {last}, but {}", items());
        return wrong(
            &syntax.index,
            help(&message, &format!("items are counted from 0: loop over them with `for {counter} in 0..{length}`")),
        );
    }
    let index = literal_length(&syntax.index).filter(|index| *index >= length)?;
    let last = length.checked_sub(1)?;
    let message = format!("there is no item {index}: {}", items());
    wrong(
        &syntax.index,
        help(&message, &format!("items are counted from 0, and the last one is `{}[{last}]`", source(&*syntax.expr))),
    )
}

/// The largest index, if the index counts a loop over literals and every iteration reaches this item.
pub(super) fn last_count(checker: &Checker, index: &Syntax) -> Option<usize> {
    let Some(Binding::Fixed { mutable: false, known, .. }) = checker.scopes.binding_of(index) else { return None };
    known.count.filter(|count| count.depth == checker.control.depth()).map(|count| count.last)
}

/// The number of indices that a slot takes, if it is a literal.
fn slots(index: &Fixed) -> Option<usize> {
    let Form::Asked(Question::Slot, arguments) = index.form() else { return None };
    match arguments.first()?.form() {
        Form::Literal(Lit::Int(places)) => places.base10_parse().ok(),
        _ => None,
    }
}
