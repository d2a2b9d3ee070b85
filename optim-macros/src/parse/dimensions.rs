//! The dimensions of a state: `(rows, self.rank)`, `(min(rows, cols), 1)`.

use proc_macro2::{Group, Ident};
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprMethodCall, ExprTuple, Lit, UnOp};

use super::definition::StateKind;
use super::state_dim::{StateDim, axis_word};
use super::{Definition, Hyper, HyperType};
use crate::diag::{Errors, source};

/// False for `along`, true for `without`; `None` for any other word.
pub(super) fn is_without(word: &Ident) -> Option<bool> {
    [false, true].into_iter().find(|without| word == axis_word(*without))
}

/// Reads the axis in the parentheses after `along` or `without`; `None` after a reported mistake.
pub(super) fn axis(name: &str, word: &Ident, group: Option<&Group>, errors: &mut Errors) -> Option<StateKind> {
    let errors = &mut errors.about("axes");
    let help = format!("help: write `{name}: {word}(0)` for the first axis; axes are counted from 0");
    let Some(group) = group else {
        errors.push(word, format!("`{word}` needs the number of an axis\n{help}"));
        return None;
    };
    let number = match syn::parse2::<Expr>(group.stream()) {
        Ok(number) => number,
        Err(_) => {
            errors.push(group, format!("`{word}` takes the number of one axis\n{help}"));
            return None;
        }
    };
    let wrong = match &number {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            format!("the number of an axis must be at least 0, but this is {}", source(&number))
        }
        Expr::Lit(literal) if !matches!(literal.lit, Lit::Int(_)) => {
            "the number of an axis must be an integer".to_owned()
        }
        Expr::Infer(_) | Expr::Tuple(_) | Expr::Array(_) | Expr::Range(_) => {
            format!("`{}` is not the number of an axis", source(&number))
        }
        _ => return Some(StateKind::of_axis(is_without(word)?, Some(number))),
    };
    let help = match &number {
        Expr::Unary(unary) => format!("help: write `{name}: {word}(param.ndim() - {})`", source(&unary.expr)),
        _ => help,
    };
    errors.push(&number, format!("{wrong}\n{help}"));
    None
}

/// Reads the pair of dimensions in a group; `None` after a reported mistake.
pub(super) fn pair(name: &str, what: &str, group: &Group, errors: &mut Errors) -> Option<StateKind> {
    let example = format!("write `{name}: (rows, cols)`");
    let Ok(ExprTuple { elems, .. }) = syn::parse2(group.to_token_stream()) else {
        errors.push(group, format!("{what} has two dimensions: rows and columns of each matrix\nhelp: {example}"));
        return None;
    };
    if elems.len() != 2 {
        let message = format!("{what} has two dimensions, but these are {}", elems.len());
        errors.push(
            group,
            format!("{message}\nhelp: {example}; axes before the last two are always those of the parameter"),
        );
        return None;
    }
    let (rows, cols) = (dimension(&elems[0], errors), dimension(&elems[1], errors));
    Some(StateKind::of(rows?, cols?))
}

fn dimension(expr: &Expr, errors: &mut Errors) -> Option<StateDim> {
    match expr {
        Expr::Paren(inner) => dimension(&inner.expr, errors),
        Expr::Group(inner) => dimension(&inner.expr, errors),
        Expr::Path(path) if path.path.is_ident("rows") => Some(StateDim::Rows),
        Expr::Path(path) if path.path.is_ident("cols") => Some(StateDim::Cols),
        Expr::MethodCall(call) if is_size(call, "rows") => Some(StateDim::Rows),
        Expr::MethodCall(call) if is_size(call, "cols") => Some(StateDim::Cols),
        Expr::Call(call) if is_min(call) => smaller(call, errors),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) if number.base10_digits() == "1" => Some(StateDim::One),
            Lit::Int(number) if number.base10_digits() == "0" => too_small(expr, errors),
            Lit::Float(number) => {
                let whole = number.base10_parse::<f64>().map_or(1.0, |number| number.max(1.0).round());
                errors.push(expr, format!("a dimension must be an integer\nhelp: write `{whole}`"));
                None
            }
            Lit::Int(_) => Some(StateDim::Fixed(Box::new(expr.clone()))),
            _ => {
                errors.push(expr, format!("a dimension must be an integer\nhelp: {FORMS}"));
                None
            }
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) && matches!(*unary.expr, Expr::Lit(_)) => {
            too_small(expr, errors)
        }
        Expr::Infer(_) | Expr::Tuple(_) | Expr::Array(_) | Expr::Range(_) => {
            errors.push(expr, format!("`{}` is not a dimension\nhelp: {FORMS}", source(expr)));
            None
        }
        _ => Some(StateDim::Fixed(Box::new(expr.clone()))),
    }
}

const FORMS: &str = "a dimension is `1`, `rows`, `cols`, a fixed integer such as `self.rank`, or `min(a, b)` of two";

fn too_small(expr: &Expr, errors: &mut Errors) -> Option<StateDim> {
    errors.push(expr, format!("a dimension must be at least 1, but this is {}", source(expr)));
    None
}

fn smaller(call: &ExprCall, errors: &mut Errors) -> Option<StateDim> {
    if call.args.len() != 2 {
        let message = format!("`min` takes two dimensions, but this has {}", call.args.len());
        errors.push(call, format!("{message}\nhelp: write `min(rows, cols)`"));
        return None;
    }
    let (a, b) = (dimension(&call.args[0], errors), dimension(&call.args[1], errors));
    match (a?, b?) {
        (StateDim::One, _) | (_, StateDim::One) => {
            errors.push(call, "`min` of `1` and another dimension is always `1`\nhelp: write `1`");
            None
        }
        (a, b) if a == b => Some(a),
        (a, b) => Some(StateDim::Min(Box::new(a), Box::new(b))),
    }
}

fn is_min(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.is_ident("min"))
}

/// `param.rows()`
fn is_size(call: &ExprMethodCall, size: &str) -> bool {
    call.args.is_empty()
        && call.method == size
        && matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("param"))
}

/// A setting that is used as a dimension, but is not an integer.
pub(super) fn of_another_type<'d>(definition: &'d Definition, expr: &Expr) -> Option<&'d Hyper> {
    let Expr::Field(field) = expr else { return None };
    let (Expr::Path(base), syn::Member::Named(name)) = (&*field.base, &field.member) else { return None };
    let hyper = definition.hyper(name.to_string().trim_start_matches("r#")).filter(|_| base.path.is_ident("self"))?;
    let other = matches!(
        hyper.kind,
        HyperType::Float | HyperType::Single | HyperType::Bool | HyperType::Option(_) | HyperType::List(_)
    );
    (other && !hyper.scheduled).then_some(hyper)
}
