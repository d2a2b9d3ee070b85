//! Errors of masks.

use crate::messages::shown;
use crate::suggestion::near;

/// The error of creating, setting or reading a mask. Nothing has changed then.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// There is no parameter of this name.
    #[error("there is no parameter `{}`{}", shown(param), near(nearest))]
    UnknownParameter {
        /// The name that was asked for.
        param: String,
        /// The most similar parameter.
        nearest: Option<String>,
    },
    /// A mask of another shape than its parameter.
    #[error("the mask of parameter `{}` has shape {found:?}, the parameter has {expected:?}", shown(param))]
    Shape {
        /// The parameter.
        param: String,
        /// The parameter's shape.
        expected: Vec<usize>,
        /// The mask's shape.
        found: Vec<usize>,
    },
    /// A mask of numbers, some of which say neither yes nor no.
    #[error(
        "the mask of parameter `{}` holds {value:?}, allowed: 0 and 1\nhelp: to keep elements that are not 0, pass `&sparsity::nonzero(&mask)`",
        shown(param)
    )]
    Number {
        /// The parameter.
        param: String,
        /// The first such number.
        value: f64,
    },
    /// The copy of the gradient that a masked parameter needs does not fit in memory.
    #[error(
        "the mask of parameter `{}` needs a gradient of {elements} elements, which cannot be allocated",
        shown(param)
    )]
    OutOfMemory {
        /// The parameter.
        param: String,
        /// Its number of elements.
        elements: usize,
    },
    /// A fraction of elements that is not from 0 to 1.
    #[error("`{name}` is {value:?}, allowed: 0..=1")]
    Share {
        /// The name of the share: `sparsity` or `density`.
        name: &'static str,
        /// The value that was given.
        value: f64,
    },
}

crate::messages::debug_as_display!(MaskError);
