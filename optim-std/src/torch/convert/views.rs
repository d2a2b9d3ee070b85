//! States of parameters with views. A file has only the shapes of the model.

use optim_core::ParamView;

use super::{ConvertError, Gathered, HereParam};

/// The shape in a file for a state with this shape here. It is the shape of the parameter if the state has a number for each element.
pub(in crate::torch) fn in_file<'s>(
    (param, own): (&str, &'s [usize]),
    view: Option<&ParamView>,
    (state, shape): (&str, &'s [usize]),
) -> Result<&'s [usize], ConvertError> {
    match view {
        None => Ok(shape),
        Some(view) if view.shape() == shape => Ok(own),
        Some(view) => Err(ConvertError::View { param: param.to_owned(), state: state.to_owned(), view: view.clone() }),
    }
}

/// torch's Muon accepts only matrices. Programs derived from it divide parameters with more axes in different ways.
pub(in crate::torch) fn note_matrices(optimizer: &str, param: &HereParam<'_>, gathered: &mut Gathered) {
    if optimizer == "Muon" && (param.view.is_some() || param.shape.len() != 2) {
        gathered.divided.push(param.name.to_owned());
    }
}
