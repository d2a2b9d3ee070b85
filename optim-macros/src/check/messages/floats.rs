//! Conditions and numbers as the user could write them in tensor arithmetic.

use syn::Expr as Syntax;

use crate::ast::{Expr, Node};
use crate::check::syntax::integer_literal;
use crate::diag::source;
use crate::fixed::{Fixed, Type};
use crate::ops::Class;

/// A condition as an argument of `select`, with floats in place of integer literals.
pub(crate) fn with_floats(syntax: &Syntax, value: &Expr) -> String {
    match (syntax, &value.node) {
        (Syntax::Paren(inner), _) => format!("({})", with_floats(&inner.expr, value)),
        (Syntax::Binary(binary), Node::Op(op, operands)) if operands.len() == 2 => {
            let (left, right) = match op.class() {
                Class::Logic => (with_floats(&binary.left, &operands[0]), with_floats(&binary.right, &operands[1])),
                Class::Compare => {
                    let left = float(&binary.left, &operands[0]).map(|float| match float.contains(' ') {
                        // Without parentheses, `y` in `x as f64 < y` would be read as the argument of a type.
                        true => format!("({float})"),
                        false => float,
                    });
                    let right = float(&binary.right, &operands[1]);
                    (left.unwrap_or_else(|| source(&*binary.left)), right.unwrap_or_else(|| source(&*binary.right)))
                }
                _ => return source(syntax),
            };
            format!("{left} {} {right}", source(&binary.op))
        }
        _ => source(syntax),
    }
}

/// An integer as a float.
fn float(syntax: &Syntax, value: &Expr) -> Option<String> {
    let is_integer = || value.as_fixed().and_then(Fixed::ty).is_some_and(Type::is_integer);
    integer_literal(syntax).map(|n| format!("{n}.0")).or_else(|| is_integer().then(|| as_float(syntax)))
}

/// A number as a float.
pub(crate) fn as_float(syntax: &Syntax) -> String {
    match syntax {
        Syntax::Binary(_) => format!("({}) as f64", source(syntax)),
        Syntax::Cast(cast) => format!("{} as f64", source(&*cast.expr)),
        Syntax::Paren(inner) if matches!(*inner.expr, Syntax::Cast(_)) => format!("({})", as_float(&inner.expr)),
        _ => format!("{} as f64", source(syntax)),
    }
}
