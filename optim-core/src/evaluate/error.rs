//! Errors of an evaluation.

use crate::messages::shown;

/// The error of evaluating a graph with a tensor library. `E` is the library's own error.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError<E> {
    /// The library failed.
    #[error("the tensor library failed in `{op}`: {error}")]
    Backend {
        /// Name of the operation.
        op: &'static str,
        /// The error of the library.
        #[source]
        error: E,
    },
    /// No value was given for a state or an input that the graph reads.
    #[error("no value is given for `{}`", shown(name))]
    Missing {
        /// Name of the state or input.
        name: String,
    },
    /// A tensor has the wrong shape.
    #[error("`{}` has the shape {found:?}, expected {expected:?} (batch, rows, cols)", shown(name))]
    Shape {
        /// `param`, `grad`, or the name of the state or input.
        name: String,
        /// The shape that the graph was recorded for.
        expected: [usize; 3],
        /// The shape that was given.
        found: [usize; 3],
    },
    /// The graph has a decomposition, and the feature `linalg` is off.
    #[error("`{op}` is computed on the host, which needs the feature `linalg`")]
    Linalg {
        /// Name of the operation.
        op: &'static str,
    },
    /// An operation that cannot be evaluated tensor by tensor.
    #[error("`{op}` cannot be evaluated: {reason}")]
    Unsupported {
        /// Name of the operation.
        op: &'static str,
        /// The reason.
        reason: &'static str,
    },
}

crate::messages::debug_as_display!(EvaluateError<E>);
