//! The types of fixed numbers, as far as syntax and declarations show them.

use syn::Lit;

use crate::diag::source;
use crate::fixed::{Fixed, Form, Type};
use crate::parse::{Hyper, HyperType};

/// The type of the counter in a loop over this sequence.
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

/// The type of a method's result, if it is the receiver's type.
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

/// The type of a setting, if it is a number or a `bool`.
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
            | HyperType::List(_)
    );
    told.then(|| Type::new(hyper.kind.clone(), &source(&hyper.ty)))
}
