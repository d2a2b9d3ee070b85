//! States of parameters that the optimizer sees in another shape. A file has the shapes of the model alone.

use optim_core::ParamView;

use super::{ConvertError, Gathered, HereParam};

/// The shape in a file of a state that has this shape here: that of the parameter, if it has a number for each element.
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

/// Muon of torch knows matrices alone, and others that came of it divide parameters of more axes in ways of their own.
pub(in crate::torch) fn note_matrices(optimizer: &str, param: &HereParam<'_>, gathered: &mut Gathered) {
    if optimizer == "Muon" && (param.view.is_some() || param.shape.len() != 2) {
        gathered.divided.push(param.name.to_owned());
    }
}
