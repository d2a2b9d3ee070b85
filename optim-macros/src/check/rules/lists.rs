//! Lists of states: read and assigned item by item.

use syn::{Expr as Syntax, Lit};

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::check::Checker;
use crate::check::messages::phrases::{counted, help};
use crate::check::names::scopes::Binding;
use crate::check::syntax::{integer_literal, literal_length};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Question};
use crate::parse::HyperType;

pub(super) fn lists_are_indexed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::List(field, at) = site else { return None };
    let state = &checker.subject.states()[checker.subject.state_place(field)?];
    let length = source(state.list.as_ref()?);
    let (name, whole) = (state.name(), source(field));
    let message = format!("`{name}` is a list of states: a list as a whole is not a value");
    let advice =
        format!("name one item, `{whole}[0]`, or loop over all of them: `for i in 0..{length} {{ … {whole}[i] … }}`");
    wrong(at, help(&message, &advice))
}

pub(super) fn indices_are_integers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ListItem { state, at, syntax } = site else { return None };
    let index = at.as_fixed()?;
    let name = state.name();
    if let Form::Range(start, limits, end) = index.form() {
        let message = format!("an item of the list `{name}` has one index, but this is a range");
        let list = source(&*syntax.expr);
        let range = match (start, limits, end) {
            (Some(_), _, Some(_)) => source(&*syntax.index),
            _ => format!("0..{}", source(state.list.as_ref()?)),
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
    let &Site::ListItem { state, at, syntax } = site else { return None };
    let name = state.name();
    if let Some(negative) = integer_literal(&syntax.index).filter(|index| index.starts_with('-')) {
        let message = format!("the index of an item must be at least 0, but this is {negative}");
        return wrong(&syntax.index, help(&message, &format!("the first item is `{}[0]`", source(&*syntax.expr))));
    }
    let length = literal_length(state.list.as_ref()?)?;
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

/// The largest index, where it is the counter of a loop over literal numbers and every iteration comes here.
pub(super) fn last_count(checker: &Checker, index: &Syntax) -> Option<usize> {
    let Some(Binding::Fixed { mutable: false, known, .. }) = checker.scopes.binding_of(index) else { return None };
    known.count.filter(|count| count.depth == checker.control.depth()).map(|count| count.last)
}

/// The number of places that a slot goes over, where a literal says it.
fn slots(index: &Fixed) -> Option<usize> {
    let Form::Asked(Question::Slot, arguments) = index.form() else { return None };
    match arguments.first()?.form() {
        Form::Literal(Lit::Int(places)) => places.base10_parse().ok(),
        _ => None,
    }
}
