//! Errors of optimizers on a device.

use optim_core::__private::messages::{debug_as_display, shown};
use optim_core::program::ProgramError;
use optim_core::{OptimizerChanged, StepError, Storage};

/// An error of an optimizer on a device. Nothing has changed: no parameter, no state, no count.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// The step cannot be described, or a step on the host would return this error too.
    #[error(transparent)]
    Program(ProgramError),
    /// An input that is due is missing.
    #[error(
        "parameter `{}` needs the input `{input}` in this step\nhelp: pass it in the `inputs` of the step, as {}",
        shown(param),
        form(*global)
    )]
    MissingInput {
        /// The input.
        input: &'static str,
        /// The first parameter without it.
        param: String,
        /// True if the input is one number for the whole optimizer.
        global: bool,
    },
    /// An input was given that is not due.
    #[error(
        "the input `{input}`{} is not due in this step\n\
         help: `opt.optimizer().due({input:?})` lists the parameters that need it",
        of_param(param)
    )]
    InputNotDue {
        /// The input.
        input: &'static str,
        /// The first such parameter. `None` if the input is one number for the whole optimizer.
        param: Option<String>,
    },
    /// A number was given for an input that each parameter has, or arrays for an input of the whole optimizer.
    #[error("the input `{input}` is declared as `{kind}`\nhelp: give it as {}", form(*kind == "global"))]
    InputKind {
        /// The input.
        input: &'static str,
        /// Its kind, as declared.
        kind: &'static str,
    },
    /// The step calls a function without a kernel.
    #[error("the step of parameter `{}` calls `{call}`, which has no kernel: {help}", shown(param))]
    Call {
        /// The parameter.
        param: String,
        /// The function of the step language, or another feature of the step.
        call: String,
        /// A suggestion.
        help: &'static str,
    },
    /// The number of arrays is not the number of parameters.
    #[error("{found} {what} are given, the optimizer has {expected} parameters")]
    Count {
        /// `parameters` or `gradients`.
        what: &'static str,
        /// The number of parameters.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// An array does not have the length for its parameter.
    #[error("the {what} of parameter `{}` has {found} elements, expected: {expected}", shown(param))]
    Length {
        /// `array`, `gradient` or `input`.
        what: &'static str,
        /// The parameter.
        param: String,
        /// The length of the parameter, or of the input.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// There are no kernels for the storage of a parameter.
    #[error(
        "parameter `{}` is stored as {storage}, which has no kernel: choose another storage, or step on the host",
        shown(param)
    )]
    Storage {
        /// The parameter.
        param: String,
        /// Its storage.
        storage: Storage,
    },
    /// The states of a parameter do not fit into one buffer of the device.
    #[error(
        "the states of parameter `{}` take {bytes} bytes, a buffer of this device at most {most}: split the parameter",
        shown(param)
    )]
    TooLarge {
        /// The parameter.
        param: String,
        /// The bytes of its states, or of its arrays within a step.
        bytes: u64,
        /// The largest size of a buffer, in bytes.
        most: u64,
    },
    /// The optimizer does not have the parameters, states or masks on the device.
    #[error(transparent)]
    Changed(#[from] OptimizerChanged),
    /// The step to record has not run before, or the step to replay has another program than the recording.
    #[error("the step cannot be replayed: it was not run before, or this step has another program; call `step`")]
    Replay,
    /// A recording has more steps than the device has numbers for.
    #[error("the recording has {steps} steps, the device has the numbers of {left}: call `refill`")]
    UsedUp {
        /// The number of steps in the recording.
        steps: usize,
        /// The number of steps whose numbers are on the device.
        left: usize,
    },
    /// The next steps have other numbers than the device has.
    #[error(
        "the coming steps have other numbers than the device has: settings or step counts have changed; call `refill`"
    )]
    Outdated,
    /// A kernel cannot be printed in a language.
    #[error("a kernel cannot be printed in {language}: {reason}")]
    Text {
        /// The language.
        language: &'static str,
        /// The message of its compiler.
        reason: String,
    },
    /// The device failed.
    #[error("the device failed: {0}")]
    Device(String),
}

debug_as_display!(GpuError);

/// Describes the form of an input.
fn form(global: bool) -> &'static str {
    if global { "one number" } else { "an array for each parameter" }
}

fn of_param(param: &Option<String>) -> String {
    param.as_ref().map_or_else(String::new, |param| format!(" of parameter `{}`", shown(param)))
}

/// Errors about inputs have their own messages, because the methods for inputs differ from those on the host.
impl From<ProgramError> for GpuError {
    fn from(error: ProgramError) -> Self {
        match error {
            ProgramError::Step(StepError::MissingInput { input, param, global }) => {
                Self::MissingInput { input, param, global }
            }
            ProgramError::Step(StepError::InputNotDue { input, param }) => Self::InputNotDue { input, param },
            ProgramError::Step(StepError::InputKind { input, kind }) => Self::InputKind { input, kind },
            error => Self::Program(error),
        }
    }
}
