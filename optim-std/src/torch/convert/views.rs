//! States of parameters that the optimizer sees in another shape. A file has the shapes of the model alone.

use optim_core::ParamView;

use super::ConvertError;

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
