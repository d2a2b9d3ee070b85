//! Numbers that meet values of the body are `f64`: what the syntax tells of the type of a fixed number.

use syn::{Expr as Syntax, Lit};

use crate::check::Checker;
use crate::check::words::phrase::help;
use crate::check::syntax::integer_literal;
use crate::ast::{Expr, Node};
use crate::diag::source;
use crate::fixed::{Fixed, Form, Type};
use crate::kind::Kind;
use crate::ops::Class;
use crate::parse::{Hyper, HyperType};

impl Checker<'_> {
    /// Numbers that meet values of the body are floats.
    pub(crate) fn no_integers(&mut self, operand: &Expr, syntax: &Syntax) {
        if let (Kind::Fixed, Some(n)) = (&operand.kind, integer_literal(syntax)) {
            let message = format!("numbers that meet {} are floats", self.subject.words.values);
            self.report.errors.push(syntax, help(&message, &format!("write `{n}.0`")));
            self.report.gave_up = true;
        } else if let Some(ty) = operand.as_fixed().and_then(Fixed::ty)
            && !matches!(ty.kind, HyperType::Float)
        {
            let text = source(syntax);
            let is = ty.name.as_ref().map_or_else(|| "an integer".to_owned(), |name| format!("`{name}`"));
            let message = format!("`{text}` is {is}, and numbers that meet {} are `f64`", self.subject.words.values);
            let advice = match ty.kind {
                HyperType::Bool => format!("write `if {text} {{ a }} else {{ b }}`"),
                HyperType::Option(_) => format!("write `if let Some(x) = {text} {{ … }}`"),
                HyperType::Tuple(_) => format!("write `{text}.0`"),
                HyperType::Array(_) => format!("write `{text}[0]`"),
                _ => format!("write `{}`", as_float(syntax)),
            };
            self.report.errors.push(syntax, help(&message, &advice));
            self.report.gave_up = true;
        }
    }
}

/// A condition as it would be written with `select`: whole numbers that `no_integers` refuses are floats in it.
pub(crate) fn with_floats(syntax: &Syntax, value: &Expr) -> String {
    match (syntax, &value.node) {
        (Syntax::Paren(inner), _) => format!("({})", with_floats(&inner.expr, value)),
        (Syntax::Binary(binary), Node::Op(op, operands)) if operands.len() == 2 => {
            let (left, right) = match op.class() {
                Class::Logic => (with_floats(&binary.left, &operands[0]), with_floats(&binary.right, &operands[1])),
                Class::Compare => {
                    let left = float(&binary.left, &operands[0]).map(|float| match float.contains(' ') {
                        // `x as f64 < y` would begin a type.
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

/// A whole number as a float.
fn float(syntax: &Syntax, value: &Expr) -> Option<String> {
    let is_integer = || value.as_fixed().and_then(Fixed::ty).is_some_and(Type::is_integer);
    integer_literal(syntax).map(|n| format!("{n}.0")).or_else(|| is_integer().then(|| as_float(syntax)))
}

/// The type of the counter of a loop over this.
pub(crate) fn counter_type(sequence: &Fixed) -> Option<Type> {
    match sequence.form() {
        Form::Range(start, _, end) => Type::common([start, end].into_iter().flatten().map(Fixed::ty)),
        Form::Method(_, receiver, method, ..)
            if matches!(method.to_string().as_str(), "rev" | "step_by" | "skip" | "take") =>
        {
            counter_type(receiver)
        }
        _ => None,
    }
}

/// The type of a method's result, where it is that of its receiver.
pub(crate) fn type_of_method(method: &str, receiver: &Fixed) -> Option<Type> {
    let same = matches!(method, "abs" | "sqrt" | "pow" | "powi" | "powf" | "min" | "max" | "clamp");
    if same { receiver.ty().cloned() } else { None }
}

/// The type of a literal.
pub(crate) fn type_of_literal(literal: &Lit) -> Option<Type> {
    match literal {
        Lit::Int(n) if n.suffix().is_empty() => Some(Type::any_integer()),
        Lit::Int(n) => Type::of_name(n.suffix()),
        Lit::Float(x) if x.suffix().is_empty() => Type::of_name("f64"),
        Lit::Float(x) => Type::of_name(x.suffix()),
        _ => None,
    }
}

/// The type of a setting, where it tells what the setting is.
pub(crate) fn type_of_setting(hyper: &Hyper) -> Option<Type> {
    let told = matches!(
        hyper.kind,
        HyperType::Float
            | HyperType::Single
            | HyperType::Integer
            | HyperType::Bool
            | HyperType::Option(_)
            | HyperType::Tuple(_)
            | HyperType::Array(_)
    );
    told.then(|| Type::new(hyper.kind.clone(), &source(&hyper.ty)))
}

/// A number as a float.
fn as_float(syntax: &Syntax) -> String {
    match syntax {
        Syntax::Binary(_) => format!("({}) as f64", source(syntax)),
        Syntax::Cast(cast) => format!("{} as f64", source(&*cast.expr)),
        Syntax::Paren(inner) if matches!(*inner.expr, Syntax::Cast(_)) => format!("({})", as_float(&inner.expr)),
        _ => format!("{} as f64", source(syntax)),
    }
}
