//! Assignments: allowed targets and values.

use syn::Expr as Syntax;

use super::mistake::{Mistake, wrong};
use super::site::Site;
use crate::ast::{Expr, List, Target};
use crate::check::Checker;
use crate::check::known::lists::{ListOf, Listed};
use crate::check::known::scopes::Binding;
use crate::check::messages::phrases::{article, counted, help};
use crate::check::rules::Element;
use crate::check::terms::shapes::is_of_axis;
use crate::diag::source;
use crate::kind::{Kind, Shape};
use crate::language::Language;

fn binding<'c>(checker: &'c Checker, name: &proc_macro2::Ident) -> Option<&'c Binding> {
    checker.scopes.find(&name.to_string())
}

pub(super) fn the_parameter_is_a_reference(checker: &Checker, site: &Site) -> Option<Mistake> {
    let (name, at, rest) = match site {
        Site::Read(name, at) => (name, at, "`"),
        Site::Assign { name, left, .. } => (name, left, " = …`"),
        _ => return None,
    };
    let what = match binding(checker, name) {
        Some(Binding::Param) => "the parameter",
        Some(Binding::Place { .. }) => "a place",
        _ => return None,
    };
    wrong(at, help(&format!("`{name}` is a reference to {what}"), &format!("write `*{name}{rest}")))
}

pub(super) fn only_the_parameter_is_a_reference(_: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Deref(unary, left) = site else { return None };
    let message = "only `*param` can be assigned through a reference";
    wrong(left, help(message, &format!("write `{} = …`", source(&unary.expr))))
}

pub(super) fn variables_have_values(checker: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Read(name, at) => {
            let Some(Binding::Value { id, .. }) = binding(checker, name) else { return None };
            if checker.flow.kind(*id).is_some() {
                return None;
            }
            let message = format!("`{name}` may not have a value here");
            wrong(at, help(&message, &format!("initialize it: `let mut {name} = …;`")))
        }
        _ => None,
    }
}

pub(super) fn fixed_variables_stay_fixed(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Assign { name, value, right, .. } = site else { return None };
    let Some(Binding::Fixed { .. }) = binding(checker, name) else { return None };
    if value.as_fixed().is_some() || value.kind.is_wrong() {
        return None;
    }
    let lift = if matches!(value.kind, Kind::Num(ref shape) if shape.is_tensor()) { "full" } else { "scalar" };
    let message = format!("`{name}` is fixed before training, so it can't be assigned {}", value.kind);
    let advice =
        format!("initialize it as a value of {}: `let mut {name} = {lift}(…);`", checker.subject.words.this_body);
    wrong(right, help(&message, &advice))
}

pub(super) fn targets_are_mutable(checker: &Checker, site: &Site) -> Option<Mistake> {
    if let Site::ListChanged(Listed { of: ListOf::Variable(_, false), whole, .. }, left) = site {
        return wrong(left, help(&format!("`{whole}` is not mutable"), &format!("declare it as `mut {whole}`")));
    }
    let &Site::Assign { name, left, value, .. } = site else { return None };
    let (at, advice): (&dyn quote::ToTokens, _) = match binding(checker, name)? {
        Binding::Scheduled(_) => (left, format!("copy it first: `let mut scaled_{name} = {name};`")),
        Binding::Value { id, mutable: false } if checker.flow.kind(*id).is_some() => {
            (left, format!("declare it as `mut {name}`"))
        }
        Binding::Fixed { mutable: false, .. } if !value.kind.is_wrong() => {
            (name, format!("declare it as `mut {name}`"))
        }
        _ => return None,
    };
    wrong(at, help(&format!("`{name}` is not mutable"), &advice))
}

pub(super) fn first_values_are_data(checker: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Assign { name, value, right, .. } = site else { return None };
    let Some(Binding::Value { id, .. }) = binding(checker, name) else { return None };
    if checker.flow.kind(*id).is_some() || !value.kind.is_fixed() {
        return None;
    }
    let message = format!("`{name}` is declared without a value and then assigned a fixed one");
    let advice = format!("declare it with its value, or write `scalar({})`", source(right));
    wrong(right, help(&message, &advice))
}

pub(super) fn fixed_elements_stay(checker: &Checker, site: &Site) -> Option<Mistake> {
    match site {
        Site::Assign { name, left, .. } => {
            let Some(Binding::Value { id, .. }) = binding(checker, name) else { return None };
            if !checker.scopes.has_elements(*id) {
                return None;
            }
            let message = format!("`{name}` holds a fixed element, so it can't be assigned as a whole");
            let advice = format!("keep the fixed value in a separate variable, or assign `{name}.0`, `{name}.1` …");
            wrong(left, help(&message, &advice))
        }
        Site::Element(left, Element::Of { kind: Some(Kind::Fixed), .. }) => {
            wrong(left, help("a fixed element of a tuple can't be changed", "keep it in a separate variable"))
        }
        _ => None,
    }
}

pub(super) fn targets_are_variables(checker: &Checker, site: &Site) -> Option<Mistake> {
    let Site::Element(left, element) = site else { return None };
    match element {
        Element::NoLiteral => wrong(
            left,
            help("an element can be assigned only by a literal index", "build the array again: `let x = [a, b];`"),
        ),
        Element::OfNothing => {
            let message = match checker.subject.language() == Some(Language::Optimizer) {
                true if checker.subject.is_step_function() => {
                    "this can't be assigned: a step function writes the places that it is given, and its own variables"
                        .to_owned()
                }
                true => "this can't be assigned: a step writes `*param`, `state` and its own variables".to_owned(),
                false => format!("this can't be assigned: {} writes its own variables", checker.subject.words.body),
            };
            wrong(left, help(&message, "assign a variable declared with `let mut`, or one of its elements"))
        }
        Element::Of { kind: None, .. } => wrong(left, "there is no such element"),
        Element::Of { .. } => None,
    }
}

pub(super) fn tuples_are_taken_apart(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Several(targets, value, right) = site else { return None };
    match &value.kind {
        Kind::Tuple(items) if items.len() == targets.elems.len() => None,
        Kind::Wrong => None,
        Kind::Fixed => wrong(
            targets,
            help("a fixed tuple can't be destructured by assignment", "destructure it with `let (a, b) = …`"),
        ),
        kind => wrong(right, format!("can't assign {kind} to {}", counted(targets.elems.len(), "variable"))),
    }
}

pub(super) fn assignment_keeps_kinds(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Store { kind, what, value, right, .. } = site else { return None };
    if value.kind.same_type(kind) {
        return None;
    }
    let message = format!("{what} is {kind}, but this is {}: assignment does not broadcast", value.kind);
    wrong(right, help(&message, &other_kind(kind, value, right)))
}

/// A suggestion that converts a value of one kind to another.
fn other_kind(kind: &Kind, value: &Expr, right: &Syntax) -> String {
    let lift = match kind {
        // Only fixed numbers can be lifted to dimensions that the parameter does not have.
        Kind::Num(shape) if shape.is_tensor() => {
            let lifted = value.kind.shape().filter(|own| own.is_scalar() || *shape == Shape::TENSOR);
            lifted.map(|_| "full")
        }
        Kind::Num(shape) if shape.is_scalar() && value.kind.is_fixed() => Some("scalar"),
        _ => None,
    };
    match (lift, &value.kind, kind) {
        (Some(lift), ..) => format!("write `{lift}({})`", source(right)),
        (None, Kind::Mask(_), _) => "turn the mask into numbers: `select(mask, 1.0, 0.0)`".to_owned(),
        (None, Kind::Num(_), Kind::Num(shape)) if shape.is_tensor() => format!("assign a value of dimensions {shape}"),
        (None, Kind::Num(_), Kind::Num(shape)) => {
            format!("reduce a tensor to `{}` with {}", shape.name(), reductions(shape))
        }
        _ => format!("assign {}", article(kind)),
    }
}

/// Reductions whose result has this shape.
fn reductions(shape: &Shape) -> String {
    if *shape == Shape::Global {
        return "`.global_mean()`, `.global_sum()`, `.global_norm()` …".to_owned();
    }
    if let Some(axis) = shape.axis() {
        return format!("`.mean_{axis}`, `.sum_{axis}` …");
    }
    let names = match shape.name() {
        "Rows" => "`.row_mean()`, `.row_sum()` …",
        "Cols" => "`.col_mean()`, `.col_sum()` …",
        "Matrices" => "`.matrix_mean()`, `.matrix_sum()` …",
        _ => "`.mean()`, `.sum()`, `.norm()` …",
    };
    names.to_owned()
}

pub(super) fn places_keep_shapes(_: &Checker, site: &Site) -> Option<Mistake> {
    let &Site::Store { target: Target::Place(_) | Target::Item(..), kind, what, value, right } = site else {
        return None;
    };
    if value.kind.clone().of_parameter() == kind.clone().of_parameter() || !value.kind.same_type(kind) {
        return None;
    }
    let shape = |kind: &Kind| kind.shape().unwrap_or(Shape::Scalar).to_string();
    let message = format!("{what} has dimensions {}, but this value has {}", shape(kind), shape(&value.kind));
    let advice = match site {
        _ if is_of_axis(value) => {
            return wrong(right, help(&message, "reduce to the same axis, with its number written alike"));
        }
        Site::Store { target: Target::Item(List::Local(_), _), .. } => {
            "begin the list with a value of these dimensions"
        }
        _ => "declare a state with these dimensions",
    };
    wrong(right, help(&message, &format!("look for a missing `.t()`, or {advice}")))
}
