//! Assignments in place of methods that change their receiver, such as `x.mul_(a)`.

use syn::{Expr as Syntax, ExprMethodCall};

use crate::check::Checker;
use crate::check::known::scopes::Binding;
use crate::diag::source;
use crate::kind::{Kind, Shape};
use crate::ops::Op;

/// The method that returns the value that this one, such as `mul_`, stores in its receiver.
pub(crate) fn changing(call: &ExprMethodCall) -> Option<String> {
    let method = call.method.to_string();
    method.strip_suffix('_').filter(|plain| !plain.is_empty()).map(str::to_owned)
}

/// The assignment to a place with the same effect as such a method.
pub(crate) fn assignment(checker: &Checker, call: &ExprMethodCall, receiver: &Syntax) -> Option<String> {
    let plain = changing(call)?;
    let (value, place) = match receiver {
        name if matches!(checker.scopes.binding_of(name), Some(Binding::Param | Binding::Place { .. })) => {
            (source(name), format!("*{}", source(name)))
        }
        place @ (Syntax::Path(_) | Syntax::Field(_) | Syntax::Index(_)) => (source(place), source(place)),
        _ => ("x".to_owned(), "x".to_owned()),
    };
    let arguments: Vec<String> = call.args.iter().map(source).collect();
    let filled = |number: &str| filled(checker, receiver, number).unwrap_or_else(|| "…".to_owned());
    Some(match (&*plain, &arguments[..]) {
        ("add", [by]) => format!("{place} += {by};"),
        ("sub", [by]) => format!("{place} -= {by};"),
        ("mul", [by]) => format!("{place} *= {by};"),
        ("div", [by]) => format!("{place} /= {by};"),
        ("copy", [new]) => format!("{place} = {new};"),
        ("fill", [number]) => format!("{place} = {};", filled(number)),
        ("zero", []) => format!("{place} = {};", filled("0.0")),
        (plain, _) if Op::method_names().any(|name| name == plain) => {
            format!("{place} = {value}.{plain}({});", arguments.join(", "))
        }
        _ => format!("{place} = …;"),
    })
}

/// A value of a place that has the same number everywhere, because an assignment does not broadcast. `None` if the language has no short form.
fn filled(checker: &Checker, place: &Syntax, number: &str) -> Option<String> {
    let of_shape = |shape: &str| match shape {
        "tensor" => Some(format!("full({number})")),
        "scalar" | "global" => Some(format!("scalar({number})")),
        "rows" => Some(format!("full({number}).row_amax()")),
        "cols" => Some(format!("full({number}).col_amax()")),
        "matrices" => Some(format!("full({number}).matrix_amax()")),
        axis if axis.starts_with("along") || axis.starts_with("without") => Some(format!("full({number}).amax_{axis}")),
        _ => None,
    };
    match checker.scopes.binding_of(place) {
        Some(Binding::Fixed { .. }) => Some(number.to_owned()),
        Some(Binding::Value { id, .. }) => match checker.flow.kind(*id)? {
            Kind::Num(shape) => of_shape(&shape_name(shape)),
            _ => None,
        },
        Some(_) => of_shape("tensor"),
        None => of_shape(&declared_shape(checker, place)?),
    }
}

/// The shape of a variable, in the words of a declaration.
fn shape_name(shape: &Shape) -> String {
    match shape.axis() {
        Some(axis) => axis.to_string(),
        None => shape.name().to_lowercase(),
    }
}

/// The declared shape of a state, or of an item of a list of states.
fn declared_shape(checker: &Checker, place: &Syntax) -> Option<String> {
    match place {
        Syntax::Field(field) => {
            let declared = &checker.subject.states()[checker.subject.state_place(field)?];
            Some(source(&declared.kind))
        }
        Syntax::Index(item) => {
            let Syntax::Field(field) = &*item.expr else { return None };
            let kind = &checker.subject.states()[checker.subject.state_place(field)?].kind;
            let shape = source(kind);
            Some(if kind.is_by_axis() { format!("{shape}({})", source(&*item.index)) } else { shape })
        }
        _ => None,
    }
}
