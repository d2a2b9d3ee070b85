//! Quantiles are taken along an existing axis, at a fraction from 0 to 1.

use syn::{Expr as Syntax, Lit, UnOp};

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::ast::Expr;
use crate::check::Checker;
use crate::check::messages::phrases::{article, help};
use crate::check::syntax::integer_literal;
use crate::check::terms::shapes::kept;
use crate::diag::source;
use crate::fixed::{Fixed, Type};
use crate::kind::Kind;
use crate::ops::{Library, Over};

pub(super) fn quantiles_are_of_parameters(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::UnknownMethod(call) = site else { return None };
    let name = call.method.to_string();
    let own = name.strip_prefix(Over::Global.prefix())?;
    if Library::method(own)?.over() != Some(Over::All) {
        return None;
    }
    let receiver = source(&*call.receiver);
    let arguments: Vec<String> = call.args.iter().map(source).collect();
    let arguments = if arguments.is_empty() { "0.5".to_owned() } else { arguments.join(", ") };
    let message = format!("there is no `{name}`: a quantile is computed for one parameter at a time");
    let advice =
        format!("write `{receiver}.{own}({arguments}).global_mean()` for the mean of the parameters' quantiles");
    wrong(&call.method, help(&message, &advice))
}

pub(super) fn quantiles_are_of_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, library, [x, _]) = site else { return None };
    if !library.is_quantile() {
        return None;
    }
    let name = &call.method;
    match &x.kind {
        // The rules about axes check the operand.
        Kind::Num(_) if library.over().is_none_or(|over| kept(over, std::slice::from_ref(x)).is_some()) => None,
        Kind::Num(_) => wrong(name, format!("`{name}` has nothing to reduce in {}", x.kind)),
        Kind::Mask(_) => {
            let message = format!("`{name}` works on numbers, but this is {}", article(&x.kind));
            wrong(name, help(&message, "the fraction of true elements is `mask.mean()`"))
        }
        Kind::Fixed => {
            let message = format!("`{name}` is for tensors, but this is a fixed value");
            wrong(name, help(&message, "`full(x)` turns a fixed value into a tensor"))
        }
        kind => wrong(name, format!("`{name}` works on numbers, but this is {}", article(kind))),
    }
}

pub(super) fn fractions_come_first(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::QuantileTo(call, [_, first, last]) = site else { return None };
    let (name, syntax) = (&call.method, [call.args.first()?, call.args.last()?]);
    let integer = |value: &Expr| value.as_fixed().and_then(Fixed::ty).map(Type::is_integer);
    let is_axis = integer(first) == Some(true) || integer_literal(syntax[0]).is_some();
    let is_fraction = match &last.kind {
        Kind::Num(shape) => shape.is_scalar(),
        Kind::Fixed => integer(last) == Some(false) || literal(syntax[1]).is_some_and(|x| x.fract() != 0.0),
        _ => false,
    };
    if !(is_axis && is_fraction) {
        return None;
    }
    let [axis, fraction] = syntax.map(source);
    let message = format!("`{name}` takes the fraction first, and the number of the axis behind it");
    wrong(&call.args, help(&message, &format!("write `{name}({fraction}, {axis})`")))
}

pub(super) fn fractions_are_numbers(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Library(call, library, [_, q]) = site else { return None };
    if !library.is_quantile() {
        return None;
    }
    let (name, syntax) = (&call.method, call.args.first()?);
    match &q.kind {
        Kind::Num(shape) if shape.is_scalar() => None,
        Kind::Fixed => {
            let fraction = literal(syntax).filter(|q| !(0.0..=1.0).contains(q))?;
            let message = format!("`q` of `{name}` is `{}`, but must be from 0 to 1", source(syntax));
            let advice = match (1.0..=100.0).contains(&fraction) {
                true => format!("`q` is a fraction, not a percentage: write `{:?}`", fraction / 100.0),
                false => "`0.0` is the smallest number, `0.5` the median, `1.0` the largest".to_owned(),
            };
            wrong(syntax, help(&message, &advice))
        }
        kind => {
            let message = format!("`q` of `{name}` must be a number or a `Scalar`, but this is {}", article(kind));
            wrong(syntax, help(&message, "reduce it with `.mean()`, `.amax()` …"))
        }
    }
}

/// The number in a literal.
fn literal(syntax: &Syntax) -> Option<f64> {
    match syntax {
        Syntax::Lit(literal) => match &literal.lit {
            Lit::Float(number) => number.base10_parse().ok(),
            Lit::Int(number) => number.base10_parse::<u32>().ok().map(f64::from),
            _ => None,
        },
        Syntax::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => Some(-literal(&unary.expr)?),
        Syntax::Paren(inner) => literal(&inner.expr),
        Syntax::Group(inner) => literal(&inner.expr),
        _ => None,
    }
}
