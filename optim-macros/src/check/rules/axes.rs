//! Axes by number, and values along them.

use syn::{Expr as Syntax, UnOp};

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::ast::Target;
use crate::check::Checker;
use crate::check::known::lists::ListOf;
use crate::check::messages::phrases::{article, help};
use crate::check::terms::shapes::{has_axes, is_of_axis};
use crate::diag::source;
use crate::fixed::Fixed;
use crate::kind::{Dim, Kind, Shape};

pub(super) fn axes_are_given(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Axis(call, []) = site else { return None };
    let name = &call.method;
    wrong(name, help(&format!("`{name}` takes the number of an axis"), &format!("write `{name}(0)` for the first one")))
}

pub(super) fn axes_are_fixed(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Axis(call, [.., number]) = site else { return None };
    let (name, syntax) = (&call.method, call.args.last()?);
    if number.kind.is_wrong() {
        return None;
    }
    let advice = "use a number, a setting of an integer type, or the counter of a loop: `for i in 0..param.ndim()`";
    let Some(fixed) = number.as_fixed() else {
        let message =
            format!("the axis of `{name}` must be known before training, but this is {}", article(&number.kind));
        return wrong(syntax, help(&message, advice));
    };
    let ty = fixed.ty().filter(|ty| !ty.is_integer())?;
    let is = ty.name.as_deref().unwrap_or("another type");
    wrong(syntax, help(&format!("the axis of `{name}` must be an integer, but this is `{is}`"), advice))
}

pub(super) fn axes_are_counted_from_the_first(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Axis(call, _) = site else { return None };
    let syntax = call.args.last()?;
    let Syntax::Unary(unary) = syntax else { return None };
    if !matches!((&unary.op, &*unary.expr), (UnOp::Neg(_), Syntax::Lit(_))) {
        return None;
    }
    let message = format!("the number of an axis must be at least 0, but this is {}", source(syntax));
    let others = call.args.iter().take(call.args.len() - 1).map(|argument| source(argument) + ", ");
    let advice =
        format!("write `{}({}param.ndim() - {})`", call.method, others.collect::<String>(), source(&*unary.expr));
    wrong(syntax, help(&message, &advice))
}

pub(super) fn reduced_values_have_all_axes(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ReductionTo(call, _, kept, operands) = site else { return None };
    if operands.iter().any(|operand| operand.kind.is_wrong()) || has_axes(operands, kept) {
        return None;
    }
    let name = &call.method;
    let found = &operands[0];
    let message = match &found.kind {
        Kind::Num(shape) if is_of_axis(found) => {
            let Dim::Axis(axis) = shape.dims()?.1 else { return None };
            format!("`{name}` reduces a value that has all axes, but this has numbers `{axis}`")
        }
        kind => format!("`{name}` reduces a value that has all axes, but this is {}", article(kind)),
    };
    wrong(name, help(&message, "`full(x)` makes a tensor, in which the numbers are repeated"))
}

pub(super) fn variables_keep_their_axes(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Store { target: Target::Local(..), kind, what, value, right } = site else { return None };
    let (before, after) = (kind.shape()?, value.kind.shape()?);
    if before == after || !value.kind.same_type(kind) || before.axis().or(after.axis()).is_none() {
        return None;
    }
    let message = format!("{what} has dimensions {before}, but this value has {after}: a variable keeps its axes");
    let advice =
        format!("use another variable, or begin with a tensor, `full(…)`, and assign `full({})`", source(right));
    wrong(right, help(&message, &advice))
}

pub(super) fn matrices_have_rows(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, library, operands) = site else { return None };
    let name = &call.method;
    if library.without().is_some() || !operands.iter().any(is_of_axis) {
        return None;
    }
    let message = format!("`{name}` does not accept numbers along an axis");
    wrong(name, help(&message, "`full(x)` makes a tensor, in which the numbers are repeated"))
}

pub(super) fn items_by_axis_have_fixed_places(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::ListItem { list, at, syntax } = site else { return None };
    let ListOf::States(field) = list.of else { return None };
    let state = &checker.subject.states()[checker.subject.state_place(field)?];
    if !state.kind.is_by_axis() {
        return None;
    }
    let is_fixed = at.as_fixed().is_some_and(|fixed: &Fixed| !fixed.level().is_timed());
    if is_fixed || at.kind.is_wrong() {
        return None;
    }
    let message = format!("the index of `{}` is the number of an axis, so it must be known before training", list.name);
    wrong(&syntax.index, help(&message, "use a number or the counter of a loop: `for i in 0..param.ndim()`"))
}

pub(super) fn values_of_lists_have_axes(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::OwnList { item, syntax, .. } = site else { return None };
    let Kind::Num(Shape::Matrix(_, Dim::Axis(axis))) = &item.kind else { return None };
    let message = format!("a list of the step can't hold numbers along an axis, here `{axis}`");
    wrong(&syntax.expr, help(&message, "make a list of tensors: `[full(x); …]`, or declare a state by axis"))
}
