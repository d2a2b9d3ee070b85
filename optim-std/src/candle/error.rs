//! Errors of variables.

use candle_core::{DType, DeviceLocation};
use optim_core::__private::messages::shown;

use crate::{BuildError, DeviceError, StepError, ViewError};

/// The error of an optimizer for variables, or of its step. Nothing has changed then.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CandleError {
    /// The element type of a variable differs from the optimizer's. On the CPU, an `f32` optimizer accepts `bf16` and
    /// `f16`, too.
    #[error("variable `{}` has elements of type {}, this optimizer takes {}", shown(name), .found.as_str(), .expected.as_str())]
    Dtype {
        /// The variable.
        name: String,
        /// Its element type.
        found: DType,
        /// The optimizer's.
        expected: DType,
    },
    /// A variable on another device than the first one.
    #[error("variable `{}` is on the device {found:?}, the others are on {expected:?}", shown(name))]
    Device {
        /// The variable.
        name: String,
        /// Its device.
        found: DeviceLocation,
        /// The device of the first variable.
        expected: DeviceLocation,
    },
    /// Two names for the same memory: pass the variable once.
    #[error("the variables `{}` and `{}` share their memory", shown(first), shown(second))]
    Shared {
        /// The first one.
        first: String,
        /// The second one.
        second: String,
    },
    /// A gradient of another element type, shape or device than its variable.
    #[error(
        "the gradient of variable `{}` has another {what} than the variable: {}, expected {}",
        shown(name),
        shown(found),
        shown(expected)
    )]
    Gradient {
        /// The variable.
        name: String,
        /// The property that differs: `element type`, `shape` or `device`.
        what: &'static str,
        /// The property that was found.
        found: String,
        /// The property of the variable.
        expected: String,
    },
    /// The optimizer is not built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The step returned an error.
    #[error(transparent)]
    Step(StepError),
    /// The optimizer needs gradients at two points in each step, but candle passes the gradients of one point.
    #[error("{optimizer} needs gradients at two points in each step, but candle passes the gradients of one point")]
    Probe {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The step needs an input, and candle passes only gradients to an optimizer.
    #[error(
        "variable `{}` needs the input `{input}` in this step, but candle passes only gradients to an optimizer",
        shown(name)
    )]
    Input {
        /// The input.
        input: &'static str,
        /// The first variable that needs it.
        name: String,
    },
    /// A step on a device failed.
    #[error("{0}")]
    OnDevice(#[source] Box<DeviceError<candle_core::Error>>),
    /// A tensor does not have the layout of an array.
    #[error("the layout of `{}` is not supported: {error}", shown(name))]
    Layout {
        /// The variable.
        name: String,
        /// The reason.
        #[source]
        error: ViewError,
    },
    /// Candle failed.
    #[error(transparent)]
    Candle(#[from] candle_core::Error),
}

optim_core::__private::messages::debug_as_display!(CandleError);

impl From<StepError> for CandleError {
    fn from(error: StepError) -> Self {
        match error {
            StepError::MissingInput { input, param, .. } => Self::Input { input, name: param },
            StepError::NeedsProbe { optimizer } => Self::Probe { optimizer },
            error => Self::Step(error),
        }
    }
}

impl From<DeviceError<candle_core::Error>> for CandleError {
    fn from(error: DeviceError<candle_core::Error>) -> Self {
        match error {
            DeviceError::Step(error) => error.into(),
            DeviceError::Input { input, param } => Self::Input { input, name: param },
            DeviceError::Probe { optimizer } => Self::Probe { optimizer },
            error => Self::OnDevice(Box::new(error)),
        }
    }
}

impl From<CandleError> for candle_core::Error {
    fn from(error: CandleError) -> Self {
        match error {
            CandleError::Candle(error) => error,
            error => Self::wrap(error),
        }
    }
}
