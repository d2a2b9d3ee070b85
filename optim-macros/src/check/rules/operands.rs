//! Operands of an operation, a reduction or a call are numbers of compatible shapes.

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::ast::Expr;
use crate::check::Checker;
use crate::check::messages::floats::as_float;
use crate::check::messages::phrases::{article, help};
use crate::check::syntax::integer_literal;
use crate::check::terms::operands::{compound, operator};
use crate::check::terms::shapes::{is_of_axis, kept};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Type};
use crate::kind::{Kind, Shape};
use crate::ops::{Library, Op, Reduce};
use crate::parse::HyperType;

const OF_A_MASK: &str = "turn the mask into numbers: `select(mask, 1.0, 0.0)`";

/// The first operand that does not fit, from left to right.
pub(super) enum Misfit {
    /// The operand with this index has another kind.
    Kind(usize),
    /// The shape of the operand with this index does not fit the shapes before it.
    Shape(usize),
}

/// Checks that the kinds of operands fit and their shapes join. A fixed number has any shape.
fn misfit<'k>(shapes: impl Iterator<Item = Option<&'k Shape>>) -> Option<Misfit> {
    let mut joined = Shape::Scalar;
    for (place, shape) in shapes.enumerate() {
        let Some(shape) = shape else { return Some(Misfit::Kind(place)) };
        match joined.join(shape) {
            Ok(both) => joined = both,
            Err(()) => return Some(Misfit::Shape(place)),
        }
    }
    None
}

/// The names of the dimensions that do not fit, from the first values that do not join.
fn apart(values: &[Expr]) -> String {
    let mut joined = Shape::Scalar;
    for value in values {
        let (Kind::Num(shape) | Kind::Mask(shape)) = &value.kind else { continue };
        match joined.join(shape) {
            Ok(both) => joined = both,
            Err(()) => return format!("these values have dimensions {joined} and {shape}, which do not match"),
        }
    }
    "these values have different dimensions".to_owned()
}

/// Suggestions that make the dimensions of two values fit.
fn meeting(values: &[Expr]) -> &'static str {
    match values.iter().any(is_of_axis) {
        true => {
            "numbers along an axis combine with numbers of the same axis, written alike, and with tensors: `full(x)` makes a tensor of them"
        }
        false => "dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
    }
}

/// The shape of an operand, if it is a mask where one is needed, and otherwise a number.
fn of_operation(op: Op, place: usize, operand: &Expr) -> Option<&Shape> {
    let needs_mask = place < op.masks();
    match &operand.kind {
        Kind::Mask(shape) if needs_mask => Some(shape),
        Kind::Num(shape) if !needs_mask => Some(shape),
        Kind::Fixed if !needs_mask => Some(&Shape::Scalar),
        _ => None,
    }
}

fn of_operands(op: Op, operands: &[Expr]) -> Option<Misfit> {
    misfit(operands.iter().enumerate().map(|(place, operand)| of_operation(op, place, operand)))
}

pub(super) fn of_reduction(reduce: Reduce, operands: &[Expr]) -> Option<Misfit> {
    let counts = reduce.counts();
    misfit(operands.iter().map(|operand| match &operand.kind {
        Kind::Mask(shape) if counts => Some(shape),
        kind => of_number(kind),
    }))
}

/// The shape of a number.
fn of_number(kind: &Kind) -> Option<&Shape> {
    match kind {
        Kind::Fixed => Some(&Shape::Scalar),
        Kind::Num(shape) => Some(shape),
        _ => None,
    }
}

fn of_arguments(values: &[Expr]) -> Option<Misfit> {
    misfit(values.iter().map(|value| of_number(&value.kind)))
}

pub(super) fn operators_are_known(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Operator(binary) = site else { return None };
    if operator(&compound(&binary.op).unwrap_or(binary.op)).is_some() {
        return None;
    }
    let message = format!("values of {} have no operator `{}`", checker.subject.words.body, source(&binary.op));
    match binary.op {
        syn::BinOp::BitXor(_) | syn::BinOp::BitXorAssign(_) => {
            wrong(binary.op, help(&message, "powers are `x.powi(2)` and `x.powf(y)`"))
        }
        _ => wrong(binary.op, message),
    }
}

pub(super) fn operands_fit(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Operation { op, operands, .. } = site else { return None };
    let Some(Misfit::Kind(place)) = of_operands(op, operands) else { return None };
    let (name, kind, needs_mask) = (op.symbol(), &operands[place].kind, place < op.masks());
    let message = match kind {
        Kind::Mask(_) => help(&format!("`{name}` works on numbers, but this operand is {kind}"), OF_A_MASK),
        _ if place == 0 && op == Op::Select => {
            help(&format!("`select` chooses by a mask, but this is {kind}"), "compare first: `select(x > 0.0, a, b)`")
        }
        Kind::Fixed => help(
            &format!("`{name}` combines masks, but this operand is fixed"),
            "a fixed `bool` takes an `if`: `if flag { mask } else { … }`",
        ),
        _ if needs_mask => help(
            &format!("`{name}` combines masks, but this operand is {kind}"),
            "compare first: `(a > 0.0) & (b > 0.0)`",
        ),
        _ => format!("`{name}` works on numbers, but this operand is {kind}"),
    };
    wrong(site.tokens_of(place)?, message)
}

pub(super) fn reduced_values_fit(_: &Checker, site: &Site) -> Option<Mistake> {
    let (Site::Reduction(call, reduce, _, operands) | Site::ReductionTo(call, Some(reduce), _, operands)) = *site
    else {
        return None;
    };
    let Some(Misfit::Kind(place)) = of_reduction(reduce, operands) else { return None };
    let message = format!("`{}` works on numbers, but this is {}", call.method, operands[place].kind);
    let advice = match operands[place].kind {
        Kind::Order(_) => "`x.take_cols(order)` reorders columns",
        _ => "count a mask with `.sum()`, or turn it into numbers: `select(mask, 1.0, 0.0)`",
    };
    wrong(site.tokens_of(place)?, help(&message, advice))
}

pub(super) fn arguments_are_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Elementwise(_, values) = site else { return None };
    let Some(Misfit::Kind(place)) = of_arguments(values) else { return None };
    let message = format!("an elementwise function takes numbers, but this is {}", values[place].kind);
    wrong(site.tokens_of(place)?, help(&message, OF_A_MASK))
}

pub(super) fn shapes_agree(_: &Checker, site: &Site) -> Option<Mistake> {
    let (values, misfit, all) = match *site {
        Site::Operation { op, operands, tokens } => (operands, of_operands(op, operands), tokens.all),
        Site::Reduction(_, reduce, _, operands) | Site::ReductionTo(_, Some(reduce), _, operands) => {
            (operands, of_reduction(reduce, operands), None)
        }
        Site::Elementwise(_, values) => (values, of_arguments(values), None),
        _ => return None,
    };
    let Some(Misfit::Shape(place)) = misfit else { return None };
    wrong(all.or_else(|| site.tokens_of(place))?, help(&apart(values), meeting(values)))
}

pub(super) fn reductions_join(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Reduction(call, reduce, over, operands) = site else { return None };
    if of_reduction(reduce, operands).is_some() || kept(over, operands).is_some() {
        return None;
    }
    let message = format!("`{}` has nothing to reduce in {}", call.method, operands[0].kind);
    if operands.iter().any(is_of_axis) {
        let advice = format!("these are numbers along an axis: `{}` reduces all of them", reduce.name());
        return wrong(&call.method, help(&message, &advice));
    }
    wrong(&call.method, message)
}

pub(super) fn products_are_of_matrices(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Matmul(_, left, right) = site else { return None };
    let message = format!("`matmul` multiplies matrices, but these are {} and {}", left.kind, right.kind);
    let is_matrix = |value: &Expr| matches!(&value.kind, Kind::Num(Shape::Matrix(..))) && !is_of_axis(value);
    let place = [left, right].into_iter().position(|value| !is_matrix(value))?;
    match (&left.kind, &right.kind) {
        _ if is_of_axis([left, right][place]) => wrong(
            site.tokens_of(place)?,
            help(
                "`matmul` multiplies matrices, but these are numbers along an axis",
                "reduce with `dot`, or multiply with `*`",
            ),
        ),
        (Kind::Num(_), Kind::Num(_)) => {
            wrong(site.tokens_of(place)?, help(&message, "multiply by a single number with `*`"))
        }
        _ => wrong(site.tokens_of(place)?, message),
    }
}

pub(super) fn products_match(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Matmul(call, left, right) = site else { return None };
    let (Kind::Num(Shape::Matrix(_, inner)), Kind::Num(Shape::Matrix(other, _))) = (&left.kind, &right.kind) else {
        return None;
    };
    if inner == other {
        return None;
    }
    let (first, second) = (left.kind.shape().unwrap_or(Shape::Scalar), right.kind.shape().unwrap_or(Shape::Scalar));
    let message = format!("can't multiply matrices of dimensions {first} and {second}");
    let advice = "the first must have as many columns as the second has rows: transpose one with `.t()`";
    wrong(&call.args, help(&message, advice))
}

pub(super) fn tensors_are_transposed(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Transpose(call, value) = site else { return None };
    match &value.kind {
        _ if is_of_axis(value) => {
            let message = "`t` transposes matrices, but these are numbers along an axis";
            wrong(&call.method, help(message, "`full(x)` makes a tensor of them"))
        }
        Kind::Num(Shape::Matrix(..)) => None,
        kind => wrong(&call.method, format!("`t` transposes matrices, but this is {}", article(kind))),
    }
}

pub(super) fn exponents_are_integers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Powi(call, _, exponent) = site else { return None };
    let ty = exponent.as_fixed().and_then(Fixed::ty);
    if exponent.as_fixed().is_some() && ty.is_none_or(Type::is_integer) {
        return None;
    }
    let kind = match ty.and_then(|ty| ty.name.as_ref()) {
        Some(name) if exponent.kind.is_fixed() => format!("`{name}`"),
        _ => exponent.kind.to_string(),
    };
    let message = format!("the exponent of `powi` is {kind}, but must be a fixed integer");
    wrong(&call.args, help(&message, "`powf` takes any exponent"))
}

pub(super) fn powers_are_of_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Powi(call, base, _) = site else { return None };
    match &base.kind {
        Kind::Num(_) => None,
        kind => wrong(&call.method, format!("`powi` works on numbers, but this is {kind}")),
    }
}

pub(super) fn numbers_are_floats(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Number(value, syntax) = site else { return None };
    let arithmetic = checker.subject.words.arithmetic;
    if let (Kind::Fixed, Some(n)) = (&value.kind, integer_literal(syntax)) {
        let message = format!("integer literal in {arithmetic}");
        return wrong(syntax, help(&message, &format!("write `{n}.0`")));
    }
    let ty = value.as_fixed()?.ty().filter(|ty| !matches!(ty.kind, HyperType::Float))?;
    let text = source(syntax);
    let is = ty.name.as_ref().map_or_else(|| "an integer".to_owned(), |name| format!("`{name}`"));
    let message = format!("`{text}` is {is}, but {arithmetic} takes `f64`");
    let advice = match ty.kind {
        HyperType::Bool => format!("write `if {text} {{ a }} else {{ b }}`"),
        HyperType::Option(_) => format!("write `if let Some(x) = {text} {{ … }}`"),
        HyperType::Tuple(_) => format!("write `{text}.0`"),
        HyperType::Array(_) | HyperType::List(_) => format!("write `{text}[0]`"),
        HyperType::Single if matches!(value.as_fixed()?.form(), Form::Setting(_)) => {
            format!("declare the field as `f64`, or write `{}`", as_float(syntax))
        }
        _ => format!("write `{}`", as_float(syntax)),
    };
    wrong(syntax, help(&message, &advice))
}

pub(super) fn masks_choose(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Arguments(call, path, [condition, _, _]) = site else { return None };
    if !path.is_ident("select") || !condition.kind.is_fixed() {
        return None;
    }
    let message = "`select` chooses by a mask, but this condition is fixed";
    wrong(&call.args[0], help(message, "use `if condition { a } else { b }`: only one side runs"))
}

pub(super) fn lifted_values_fit(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Lift { full, value, syntax } = site else { return None };
    match &value.kind {
        Kind::Num(shape) if !full && !shape.is_scalar() => {
            let message = format!("`scalar` takes a fixed number, but this is {}", value.kind);
            wrong(syntax, help(&message, "reduce it with `.sum()`, `.mean()`, `.norm()` …"))
        }
        Kind::Num(shape) if full && Shape::TENSOR.join(shape).ok() != Some(Shape::TENSOR) => {
            let message = format!("`full` makes a tensor of the parameter's dimensions, but this value has {shape}");
            wrong(syntax, help(&message, "look for a missing `.t()`; arithmetic needs no `full`: it broadcasts"))
        }
        Kind::Wrong | Kind::Fixed | Kind::Num(_) => None,
        other => {
            let name = if full { "full" } else { "scalar" };
            wrong(syntax, help(&format!("`{name}` takes a number, but this is {other}"), OF_A_MASK))
        }
    }
}

pub(super) fn draws_are_like_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Draw { law, like, syntax } = site else { return None };
    let name = law.name();
    let text = source(syntax);
    let (message, advice) = match &like.kind {
        Kind::Num(_) | Kind::Wrong => return None,
        Kind::Fixed => (
            format!("`{name}` takes a tensor or a `Scalar`, but `{text}` is fixed before training"),
            format!("write `{name}(grad)` for a number per element, `{name}(scalar(0.0))` for one number"),
        ),
        other => (
            format!("`{name}` draws one number per element of a value, but this is {}", article(other)),
            format!("write `{name}(grad)`, or use another tensor or `Scalar`"),
        ),
    };
    wrong(syntax, help(&message, &advice))
}

pub(super) fn options_are_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Arguments(_, path, values) = site else { return None };
    if !path.is_ident("Some") {
        return None;
    }
    let place = values.iter().position(|value| value.as_fixed().is_none())?;
    let message = format!("an `Option` can't hold a value of {}", checker.subject.words.this_body);
    wrong(site.tokens_of(place)?, help(&message, "choose with `select`, or use a fixed `if`"))
}

pub(super) fn methods_of_tensors(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::FixedMethod(call) = site else { return None };
    let name = call.method.to_string();
    if Reduce::method(&name).is_none() && Reduce::of_axis(&name).is_none() && Library::method(&name).is_none() {
        return None;
    }
    let advice = match checker.subject.in_schedule() {
        false if name.starts_with("global_") => {
            let message = format!("`{name}` is for values of the step, but this is a fixed value");
            return wrong(&call.method, help(&message, "`scalar(x)` turns a fixed value into a `Scalar` of the step"));
        }
        true => "add up with a `for` loop",
        false => "`full(x)` turns a fixed value into a tensor",
    };
    wrong(&call.method, help(&format!("`{name}` is for tensors, but this is a fixed value"), advice))
}

pub(super) fn literals_are_numbers(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Literal(literal) = site else { return None };
    if matches!(literal, syn::Lit::Int(_) | syn::Lit::Float(_) | syn::Lit::Bool(_)) {
        return None;
    }
    wrong(literal, format!("only numbers and booleans are supported in {}", checker.subject.words.body))
}

pub(super) fn values_have_kinds(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Value(value, syntax) = site else { return None };
    if value.kind != Kind::unit() {
        return None;
    }
    wrong(syntax, help("this expression has no value", "end the block or the function with the value, without `;`"))
}
