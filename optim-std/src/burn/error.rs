//! Errors of optimizers for burn and of their steps.

use optim_core::__private::messages::{quoted, shown};
use optim_core::checkpoint::{CheckpointError, TensorDataError};
use optim_core::{BuildError, DeviceError, HyperError, StepError, ViewError};

use super::tensors::BurnTensorError;

/// The error of creating a [`BurnOptimizer`](super::BurnOptimizer) or a [`BurnModuleOptimizer`](super::BurnModuleOptimizer). burn steps each
/// parameter separately, so an optimizer that needs all parameters together returns this error. Without a module, so does an optimizer that needs the
/// names of parameters.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BurnError {
    /// The settings are not allowed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The step needs values of the whole model.
    #[error("{optimizer} needs all parameters of a model together, but burn steps each parameter separately")]
    WholeModel {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The step needs gradients at two points.
    #[error("{optimizer} has a `probe`, but burn computes one gradient per step")]
    Probe {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The optimizer has other weights for evaluation than for training.
    #[error("{optimizer} has an `eval`, but burn evaluates a module with its own parameters")]
    Eval {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The step needs inputs other than gradients.
    #[error("{optimizer} needs the input `{input}`, but burn passes only gradients to an optimizer")]
    Input {
        /// The optimizer.
        optimizer: &'static str,
        /// Its first input.
        input: &'static str,
    },
    /// The builder has groups.
    #[error(
        "the builder has the parameter group `{}`, but burn passes no names of parameters to an optimizer\n\
         help: `BurnModuleOptimizer::new(…, &module)` knows the names",
        shown(group)
    )]
    Group {
        /// The first group other than the default.
        group: String,
    },
    /// The builder is a partition, or a wrapper around one.
    #[error(
        "the builder is {optimizer}, but burn passes no names of parameters to an optimizer\n\
         help: `BurnModuleOptimizer::new(…, &module)` knows the names"
    )]
    Partition {
        /// The partition, with the wrappers around it.
        optimizer: &'static str,
    },
    /// The builder has views.
    #[error(
        "the builder has the view `{}`, but burn passes no names of parameters to an optimizer\n\
         help: `BurnModuleOptimizer::new(…, &module)` knows the names",
        shown(view)
    )]
    View {
        /// The first view.
        view: String,
    },
    /// An option for the gradients of all parameters together.
    #[error(
        "the builder of {optimizer} sets `{option}`, which is about the whole step, but burn updates one parameter at a time\nhelp: {help}"
    )]
    Option {
        /// The optimizer.
        optimizer: &'static str,
        /// The option.
        option: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The builder watches an output that the optimizer computes from the whole model.
    #[error("{optimizer} makes a watched number of all parameters together, but burn steps each parameter separately")]
    WatchesWholeModel {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// The parameters have different learning rates, but burn passes only one.
    #[error(
        "the learning rates of `{}` and `{}` are {} and {}, but burn passes one learning rate to each step\n\
         help: `BurnOptions::new().learning_rates(LearningRates::Factor)` keeps both, with steps of 1.0",
        shown(&groups[0]), shown(&groups[1]), values[0], values[1]
    )]
    LearningRates {
        /// Two groups. In a partition, their names begin with the rule.
        groups: [String; 2],
        /// Their learning rates.
        values: [String; 2],
    },
    /// No hyperparameter can take burn's learning rate.
    #[error(
        "{optimizer} has no hyperparameter `lr`, but burn passes a learning rate to each step\nhelp: it has {known:?}"
    )]
    NoLearningRate {
        /// The optimizer.
        optimizer: &'static str,
        /// Its hyperparameters.
        known: Vec<&'static str>,
    },
    /// The learning rate is fixed before training.
    #[error(
        "`{hyper}` of {optimizer} is fixed before training, but burn passes a learning rate to each step\nhelp: declare it as `scheduled`"
    )]
    FixedLearningRate {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        hyper: &'static str,
    },
    /// The builder has a schedule for the learning rate, and burn passes one too.
    #[error(
        "`{hyper}` of {optimizer} is a schedule, but burn passes a learning rate to each step\n\
         help: use a scheduler of burn, or `BurnOptions::new().learning_rates(LearningRates::Factor)` and steps of 1.0"
    )]
    ScheduledLearningRate {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        hyper: &'static str,
    },
}

optim_core::__private::messages::debug_as_display!(BurnError);

/// The first of several names, for a message.
fn first(names: &[String]) -> String {
    const FEW: usize = 4;
    let more = if names.len() > FEW { " and more" } else { "" };
    format!("{}{more}", quoted(names.iter().take(FEW)))
}

/// The error of a step. The parameter and its state have not changed.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BurnStepError {
    /// The optimizer does not support this parameter.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The step failed.
    #[error(transparent)]
    Step(#[from] StepError),
    /// The learning rate is not allowed.
    #[error(transparent)]
    Hyper(#[from] HyperError),
    /// The state that was loaded from a record does not belong to this optimizer and parameter.
    #[error("the record does not fit: {0}")]
    Record(#[from] CheckpointError),
    /// A tensor of a record contradicts itself.
    #[error("the record is damaged: {0}")]
    Damaged(#[from] TensorDataError),
    /// The step can't run on burn's tensors.
    #[error(transparent)]
    Device(#[from] DeviceError<BurnTensorError>),
    /// The step can't run as kernels on the device.
    #[cfg(feature = "burn-gpu")]
    #[error(transparent)]
    Gpu(#[from] optim_gpu::burn::BurnError),
    /// [`StepPath::Gpu`](super::StepPath::Gpu) was chosen, but the tensor is not on a device of CubeCL.
    #[cfg(feature = "burn-gpu")]
    #[error(
        "a parameter is on {}, which is not a device of CubeCL\n\
         help: `StepPath::Auto` steps it by the kernel of the CPU or the graph",
        shown(device)
    )]
    NotCubeCl {
        /// The device.
        device: String,
    },
    /// The stepped module has a parameter that the optimizer's module does not have.
    #[error(
        "a parameter of shape {shape:?} does not belong to the module that the optimizer was made for\n\
         help: make a `BurnModuleOptimizer` for the module that is stepped; this one is for {}",
        first(known)
    )]
    UnknownParameter {
        /// The shape of the parameter. burn passes nothing else about it.
        shape: Vec<usize>,
        /// The parameters of the optimizer's module.
        known: Vec<String>,
    },
    /// A parameter of the stepped module has another shape than in the optimizer's module.
    #[error(
        "`{}` has shape {found:?}, but {expected:?} in the module that the optimizer was made for\n\
         help: make a `BurnModuleOptimizer` for the module that is stepped",
        shown(param)
    )]
    ParameterShape {
        /// The parameter.
        param: String,
        /// Its shape in the optimizer's module.
        expected: Vec<usize>,
        /// Its shape in the stepped module.
        found: Vec<usize>,
    },
    /// Parameter and gradient don't match.
    #[error("the gradient of a parameter of shape {param:?} has shape {grad:?}")]
    Shape {
        /// The shape of the parameter.
        param: Vec<usize>,
        /// The shape of the gradient.
        grad: Vec<usize>,
    },
    /// The elements are not floating-point numbers, or they are quantised.
    #[error("a parameter has elements of type {}, allowed: f64, f32, flex32, f16, bf16", shown(found))]
    DType {
        /// Their type.
        found: String,
    },
    /// burn's data can't be read in its declared type.
    #[error("the data of a tensor cannot be read: {}", shown(.0))]
    Data(String),
    /// A tensor cannot be read.
    #[error(transparent)]
    Tensor(#[from] BurnTensorError),
    /// Memory and shape don't match.
    #[error(transparent)]
    View(#[from] ViewError),
}

optim_core::__private::messages::debug_as_display!(BurnStepError);
