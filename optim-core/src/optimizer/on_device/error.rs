//! The error of a step on a device.

use crate::evaluate::EvaluateError;
use crate::lang::GraphError;
use crate::messages::shown;
use crate::optimizer::{OptimizerChanged, StateError, StepError};
use crate::sparsity::MaskError;

/// The error of a step with the tensors of a library. Nothing has changed: no parameter, no state, no count. `E` is the
/// library's own error.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError<E> {
    /// An error that a step on the host would report as well.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The graph could not be evaluated.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError<E>),
    /// A mask is not valid.
    #[error(transparent)]
    Mask(#[from] MaskError),
    /// A state is not valid.
    #[error(transparent)]
    State(#[from] StateError),
    /// The optimizer does not have the parameters, states or masks on the device.
    #[error(transparent)]
    Changed(#[from] OptimizerChanged),
    /// There is no graph for a parameter.
    #[error("the step of parameter `{}` cannot be recorded: {error}", shown(param))]
    Graph {
        /// The parameter.
        param: String,
        /// The reason.
        #[source]
        error: Box<GraphError>,
    },
    /// A step of an optimizer with a `probe` needs gradients at two points, but a step with the tensors of a library receives gradients at one.
    #[error(
        "{optimizer} needs gradients at two points in each step, but steps with the tensors of a library have one\nhelp: run this optimizer in host memory: `opt.step_with(…)`"
    )]
    Probe {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The step needs an input, but steps with the tensors of a library do not support inputs.
    #[error(
        "parameter `{}` needs the input `{input}` in this step, but steps with the tensors of a library have no inputs\nhelp: run this optimizer in host memory: `opt.with_inputs(…).step(…)`",
        shown(param)
    )]
    Input {
        /// The input.
        input: &'static str,
        /// The first parameter that needs it.
        param: String,
    },
    /// The number of tensors differs from the number of parameters.
    #[error("{found} {what} are given, the optimizer has {expected} parameters")]
    Count {
        /// `parameters` or `gradients`.
        what: &'static str,
        /// The number of parameters.
        expected: usize,
        /// The value that was given.
        found: usize,
    },
}

crate::messages::debug_as_display!(DeviceError<E>);
