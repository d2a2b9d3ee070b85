//! What is said of the mistakes in a body.

use crate::diag::Errors;

/// The messages of a check.
pub(crate) struct Report<'a> {
    pub(crate) errors: &'a mut Errors,
    /// Something was not understood: rules about the whole body would only repeat it.
    pub(crate) gave_up: bool,
}
