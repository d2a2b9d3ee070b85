//! Questions about time in the condition of an input: number and type of their arguments.

use syn::{Expr, ExprCall, Lit, UnOp};

use super::definition::Definition;
use super::dimensions;
use super::types::HyperType;
use crate::diag::{Errors, source};
use crate::questions::{integer_instead, miscounted, too_small};

/// Checks the arguments of a question. Only one mistake of each call is reported.
pub(super) fn check(definition: &Definition, call: &ExprCall, name: &str, errors: &mut Errors) {
    if let Some(message) = miscounted(name, call.args.len()) {
        errors.push(call, message);
        return;
    }
    for (place, argument) in call.args.iter().enumerate() {
        if let Some(message) = argument_of(definition, name, place, argument) {
            errors.push(argument, message);
            return;
        }
    }
}

/// The message for a wrong argument.
fn argument_of(definition: &Definition, name: &str, place: usize, argument: &Expr) -> Option<String> {
    if let Some(hyper) = dimensions::of_another_type(definition, argument) {
        let help = match hyper.kind {
            HyperType::List(_) => format!("write `{}.len()`", source(argument)),
            _ => "give the field an integer type, such as `usize`".to_owned(),
        };
        return Some(format!("`{name}` takes an integer, but this is `{}`\nhelp: {help}", source(&hyper.ty)));
    }
    let (literal, sign) = match argument {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (&*unary.expr, -1),
        other => (other, 1),
    };
    let Expr::Lit(literal) = literal else { return None };
    match &literal.lit {
        Lit::Int(number) => too_small(name, place, sign * number.base10_parse::<i128>().ok()?),
        other => {
            let is = match other {
                Lit::Float(_) => "`f64`",
                Lit::Bool(_) => "`bool`",
                _ => "not a number",
            };
            Some(format!("`{name}` takes an integer, but this is {is}\nhelp: {}", integer_instead(name, place)))
        }
    }
}
