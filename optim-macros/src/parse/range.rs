//! Allowed ranges of hyperparameters: `0.0..`, `0.0..1.0`, `0.0..=1.0`, or a tuple of them, one per component.

use syn::{Expr, ExprUnary, Lit, RangeLimits, UnOp};

use super::types::HyperType;
use crate::diag::{Errors, source};

/// The allowed values of one number, with the meaning of Rust's range expressions.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// The range as written.
    pub(crate) written: Expr,
    /// Smallest allowed value.
    pub(crate) start: Option<Expr>,
    /// Upper end, and true if it is allowed.
    pub(crate) end: Option<(Expr, bool)>,
}

impl Bounds {
    /// The range as text, in the usual form without spaces.
    pub(crate) fn written_text(&self) -> String {
        source(&self.written).replace(' ', "")
    }
}

/// The allowed values of one hyperparameter.
#[derive(Debug, Clone, Default)]
pub(crate) enum Ranges {
    /// No range was given.
    #[default]
    Any,
    /// One range for every component.
    All(Box<Bounds>),
    /// A range for each component of a tuple.
    Each(Vec<Bounds>),
}

impl Ranges {
    /// The ranges as text.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Expr> {
        let bounds: &[Bounds] = match self {
            Self::Any => &[],
            Self::All(bounds) => std::slice::from_ref(bounds),
            Self::Each(each) => each,
        };
        bounds.iter().map(|bounds| &bounds.written)
    }
}

const HELP: &str = "\nhelp: write `range = 0.0..`, `range = 0.0..1.0` or `range = 0.0..=1.0`";

/// Reads a range, or a tuple of ranges for a tuple.
pub(crate) fn parse(name: &str, expr: &Expr, kind: &HyperType, errors: &mut Errors) -> Ranges {
    match expr {
        Expr::Group(inner) => parse(name, &inner.expr, kind, errors),
        Expr::Paren(inner) => parse(name, &inner.expr, kind, errors),
        Expr::Tuple(tuple) => each(name, tuple, kind, errors).map_or(Ranges::Any, Ranges::Each),
        _ => bounds(name, expr, kind, errors).map_or(Ranges::Any, |bounds| Ranges::All(Box::new(bounds))),
    }
}

/// Reads one range.
fn bounds(name: &str, expr: &Expr, kind: &HyperType, errors: &mut Errors) -> Option<Bounds> {
    match expr {
        Expr::Group(inner) => bounds(name, &inner.expr, kind, errors),
        Expr::Paren(inner) => bounds(name, &inner.expr, kind, errors),
        Expr::Range(range) => {
            if !kind.is_numeric() {
                errors.push(expr, format!("`{name}` is not a number, so it can't have a range"));
                return None;
            }
            let ends = [&range.start, &range.end].into_iter().flatten();
            if ends.map(|end| of_type(name, end, kind, errors)).any(|fits| !fits) {
                return None;
            }
            let end = range.end.as_deref().cloned();
            let bounds = Bounds {
                written: expr.clone(),
                start: range.start.as_deref().cloned(),
                end: end.map(|end| (end, matches!(range.limits, RangeLimits::Closed(_)))),
            };
            if let (Some(start), Some((end, closed))) = (&bounds.start, &bounds.end)
                && let (Some(low), Some(high)) = (literal(start), literal(end))
                && (low > high || (low == high && !closed))
            {
                let text = source(expr);
                errors.push(expr, format!("the range `{text}` of `{name}` is empty"));
                return None;
            }
            Some(bounds)
        }
        _ => {
            errors.push(expr, format!("the range of `{name}` is not a range expression{HELP}"));
            None
        }
    }
}

/// Returns true if the literal end of a range has the type of the numbers in it. The compiler checks other expressions.
fn of_type(name: &str, end: &Expr, kind: &HyperType, errors: &mut Errors) -> bool {
    let Some(value) = literal(end) else { return true };
    let text = source(end).replace(' ', "");
    let integers = kind.numbers().iter().any(|number| matches!(number, HyperType::Integer));
    let floats = kind.numbers().iter().any(|number| !matches!(number, HyperType::Integer));
    let (found, expected, written) = match (is_float(end), integers, floats) {
        (true, true, false) => ("a float", "an integer", format!("{}", value.trunc())),
        (false, false, true) => ("an integer", "a float", format!("{text}.0")),
        _ => return true,
    };
    errors.push(
        end,
        format!("the range of `{name}` has {found} as its bound, but `{name}` is {expected}\nhelp: write `{written}`"),
    );
    false
}

/// Returns true if a signed literal is a float.
fn is_float(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_float(&inner.expr),
        Expr::Group(inner) => is_float(&inner.expr),
        Expr::Unary(unary) => is_float(&unary.expr),
        Expr::Lit(lit) => match &lit.lit {
            Lit::Float(_) => true,
            // `1f64`
            Lit::Int(number) => number.suffix().starts_with('f'),
            _ => false,
        },
        _ => false,
    }
}

/// Reads a tuple of ranges.
fn each(name: &str, tuple: &syn::ExprTuple, kind: &HyperType, errors: &mut Errors) -> Option<Vec<Bounds>> {
    let kind = match kind {
        HyperType::Option(inner) => inner,
        other => other,
    };
    let HyperType::Tuple(kinds) = kind else {
        errors.push(tuple, format!("`{name}` is not a tuple, so it can have only one range{HELP}"));
        return None;
    };
    if kinds.len() != tuple.elems.len() {
        let (ranges, components) = (tuple.elems.len(), kinds.len());
        errors.push(
            tuple,
            format!(
                "`{name}` has {components} components, but {ranges} ranges\nhelp: give one range for all, or one each"
            ),
        );
        return None;
    }
    tuple.elems.iter().zip(kinds).map(|(range, kind)| bounds(name, range, kind, errors)).collect()
}

/// Reports NaN and infinities by name, `f64::NAN` or `-f64::INFINITY`, in a value of any type.
pub(crate) fn check_finite(what: &str, name: &str, number: &Expr, errors: &mut Errors) {
    match number {
        Expr::Paren(inner) => check_finite(what, name, &inner.expr, errors),
        Expr::Group(inner) => check_finite(what, name, &inner.expr, errors),
        Expr::Unary(unary) => check_finite(what, name, &unary.expr, errors),
        Expr::Tuple(tuple) => tuple.elems.iter().for_each(|item| check_finite(what, name, item, errors)),
        Expr::Array(array) => array.elems.iter().for_each(|item| check_finite(what, name, item, errors)),
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some")) => {
            call.args.iter().for_each(|item| check_finite(what, name, item, errors));
        }
        Expr::Path(path) => {
            let mut segments = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (constant, owner) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
            if matches!(&*owner, "f64" | "f32") && matches!(&*constant, "NAN" | "INFINITY" | "NEG_INFINITY") {
                let text = source(number);
                let help = "\nhelp: use a finite number, or `Option` with `default = None`";
                errors.push(number, format!("{what} `{text}` of `{name}` is not finite{help}"));
            }
        }
        _ => {}
    }
}

/// Reports literals outside of the range at compile time. Other expressions are checked at run time. `what` is the value's name in
/// the message.
pub(crate) fn check_literal(what: &str, name: &str, number: &Expr, ranges: &Ranges, errors: &mut Errors) {
    match (number, ranges) {
        (Expr::Paren(inner), _) => check_literal(what, name, &inner.expr, ranges, errors),
        (Expr::Tuple(tuple), Ranges::Each(each)) => {
            for (item, bounds) in tuple.elems.iter().zip(each) {
                check_literal(what, name, item, &Ranges::All(Box::new(bounds.clone())), errors);
            }
        }
        (Expr::Tuple(tuple), Ranges::All(_)) => {
            for item in &tuple.elems {
                check_literal(what, name, item, ranges, errors);
            }
        }
        (Expr::Array(array), Ranges::All(_)) => {
            for item in &array.elems {
                check_literal(what, name, item, ranges, errors);
            }
        }
        (_, Ranges::All(bounds)) => {
            let Some(value) = literal(number) else {
                return;
            };
            let below = bounds.start.as_ref().and_then(literal).is_some_and(|start| value < start);
            let above = bounds
                .end
                .as_ref()
                .is_some_and(|(end, closed)| literal(end).is_some_and(|end| value > end || (value == end && !closed)));
            if below || above {
                let (value, range) = (source(number), source(&bounds.written));
                errors.push(number, format!("{what} `{value}` of `{name}` is outside its range `{range}`"));
            }
        }
        _ => {}
    }
}

/// The value of a signed literal.
pub(crate) fn literal(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Paren(inner) => literal(&inner.expr),
        Expr::Group(inner) => literal(&inner.expr),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => literal(expr).map(|value| -value),
        Expr::Lit(lit) => match &lit.lit {
            Lit::Float(number) => number.base10_parse().ok(),
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
