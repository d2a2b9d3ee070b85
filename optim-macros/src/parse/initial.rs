//! Checks of initial values: they must have the dimensions of their state, and a global state is one number.

use super::definition::{Init, State, StateKind};
use super::state_dim::StateDim;
use crate::diag::{Errors, source};

/// Checks the initial value of a state.
pub(super) fn check(state: &State, errors: &mut Errors) {
    let errors = &mut errors.about("hyper");
    square(state, errors);
    copy(state, errors);
    one_of_the_model(state, errors);
}

/// Checks that an identity matrix has as many rows as columns.
fn square(state: &State, errors: &mut Errors) {
    let Init::Eye(eye, _) = &state.init else { return };
    let (name, kind) = (state.name(), &state.kind);
    match kind.dims() {
        Some([rows, cols]) if rows == cols && rows != StateDim::One => {}
        Some([rows, cols]) => {
            let help = format!("write `{name}: (rows, rows) = eye`, or another initial value");
            errors.push(eye, format!("`eye` needs a square matrix, but `{name}` is ({rows}, {cols})\nhelp: {help}"));
        }
        None => errors.push(
            eye,
            format!(
                "`eye` needs a square matrix, but `{name}` is one number\nhelp: write `{name}: {} = 1.0`",
                source(kind)
            ),
        ),
    }
}

/// Checks that a copy of the parameter has the parameter's dimensions.
fn copy(state: &State, errors: &mut Errors) {
    let (Init::Param(param), name) = (&state.init, state.name()) else { return };
    let (is, advice) = match &state.kind {
        // The message for a global state is another one.
        StateKind::Tensor | StateKind::Global => return,
        StateKind::Pair(rows, cols) => {
            (format!("({rows}, {cols})"), format!("write `{name}: (rows, cols) = param`, or another initial value"))
        }
        kind => {
            let kind = source(kind);
            let of = |kind: &str| match &state.list {
                None => kind.to_owned(),
                Some(length) => format!("[{kind}; {}]", source(length)),
            };
            let advice = format!("write `{name}: {} = 0.0`, or declare `{name}: {} = param`", of(&kind), of("tensor"));
            (kind, advice)
        }
    };
    errors.push(param, format!("`param` is (rows, cols), but `{name}` is {is}\nhelp: {advice}"));
}

/// Checks that the initial value of a global state does not depend on the parameters.
fn one_of_the_model(state: &State, errors: &mut Errors) {
    if state.kind != StateKind::Global {
        return;
    }
    let errors = &mut errors.about("global");
    let name = state.name();
    let (what, kind) = match &state.list {
        None => (format!("`{name}` is one number for the whole model"), "global".to_owned()),
        Some(length) => (
            format!("each item of `{name}` is one number for the whole model"),
            format!("[global; {}]", source(length)),
        ),
    };
    match &state.init {
        Init::Param(at) => errors.push(
            at,
            format!("{what}, so it can't start as a copy of a parameter\nhelp: write `{name}: {kind} = 0.0`, or `{name} = param` for a tensor of each parameter"),
        ),
        Init::Normal(at, _) => errors.push(
            at,
            format!("{what}, so it can't start as random numbers\nhelp: write `{name}: {kind} = 0.0`"),
        ),
        Init::Eye(..) | Init::Expr(_) => {}
    }
}
