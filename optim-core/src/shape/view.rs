//! Views: the shape in which an optimizer sees a parameter, if it differs from the shape in the model.

use std::fmt;

use crate::messages::shown;

/// The shape in which an optimizer sees a parameter, in place of its shape in the model: with the same number of elements, in logical
/// order. Created by [`Builder::view`](crate::Builder::view).
///
/// States have this shape. All axes before the last two are a batch of matrices, even for optimizers that flatten a parameter without a view to one
/// matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParamView {
    name: String,
    shape: Vec<usize>,
}

impl ParamView {
    /// A view by its name, and the shape that it gives.
    #[must_use]
    pub fn new(name: impl Into<String>, shape: impl Into<Vec<usize>>) -> Self {
        Self { name: name.into(), shape: shape.into() }
    }

    /// The name that the builder was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The shape that the optimizer sees.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }
}

/// `heads` of shape [12, 64, 768]
impl fmt::Display for ParamView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` of shape {:?}", shown(&self.name), self.shape)
    }
}
