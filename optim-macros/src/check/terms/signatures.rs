//! The parameters of signatures by themselves.

use syn::{FnArg, PatType, Signature};

use crate::check::terms::types::{Role, role_of_type};
use crate::language::Routine;

/// The meaning of a parameter of an optimizer's function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArgumentRole {
    Param,
    Grad,
    Input,
    State,
    Output,
    Count,
}

/// The roles of this number of parameters, in order. Inputs follow the gradient and outputs follow the state, or both are left out.
pub(crate) fn parts(routine: Option<Routine>, typed: &[&PatType]) -> &'static [ArgumentRole] {
    use ArgumentRole::{Count, Grad, Input, Output, Param, State};
    let has_inputs = typed.get(2).is_some_and(|third| matches!(role_of_type(&third.ty), Role::Input));
    let after_state = typed.get(if has_inputs { 4 } else { 3 });
    let has_outputs = after_state.is_some_and(|typed| matches!(role_of_type(&typed.ty), Role::Output { .. }));
    match (routine, has_inputs, has_outputs) {
        (Some(Routine::Eval), ..) => &[Param, State],
        (_, true, true) => &[Param, Grad, Input, State, Output, Count],
        (_, true, false) => &[Param, Grad, Input, State, Count],
        (_, false, true) => &[Param, Grad, State, Output, Count],
        (_, false, false) => &[Param, Grad, State, Count],
    }
}

/// The parameters of a function without `&self`.
pub(crate) fn typed_inputs(signature: &Signature) -> impl Iterator<Item = &PatType> {
    signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    })
}
