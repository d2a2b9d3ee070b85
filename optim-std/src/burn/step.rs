//! The step of one parameter: its path, and the handling of errors.

use std::borrow::Cow;

use burn_core::backend::{Backend, Dispatch};
use burn_core::tensor::{Device, Tensor};
use optim_core::{Float, HyperError, Optimizer, StepReport};

use super::error::BurnStepError;
#[cfg(feature = "burn-gpu")]
use super::gpu;
use super::graph;
use super::kernel;
use super::names::NamedParam;
use super::optimizer::Shared;
use super::options::{OnError, StepPath};
use super::rates::LearningRate;
use super::state::ParamState;

/// The data that a step needs besides tensors and state.
#[derive(Clone, Copy)]
pub(super) struct Step<'s> {
    pub(super) shared: &'s Shared,
    /// The parameter, for the optimizer of a module.
    pub(super) param: Option<&'s NamedParam>,
    /// The learning rate that burn sets; `None` if it is the builder's.
    pub(super) rate: Option<&'s LearningRate>,
    /// The learning rate from burn.
    pub(super) lr: f64,
}

/// A parameter after a step, and its state. After an error, both are unchanged.
pub(super) type Stepped<const D: usize> = (Tensor<D>, Option<ParamState>, Result<(), BurnStepError>);

impl Step<'_> {
    /// # Panics
    ///
    /// If the step returns an error, with [`OnError::Panic`].
    pub(super) fn run<const D: usize>(
        self,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<ParamState>,
    ) -> (Tensor<D>, Option<ParamState>) {
        let (tensor, state, result) = match self.path(&tensor, state.as_ref()) {
            StepPath::Kernel => kernel::step(self, tensor, grad, state),
            #[cfg(feature = "burn-gpu")]
            StepPath::Gpu => gpu::step(self, tensor, grad, state),
            StepPath::Auto | StepPath::Graph => graph::step(self, tensor, grad, state),
        };
        if let Err(error) = result {
            self.shared.fail(error);
        }
        (tensor, state)
    }

    /// The path of this step. A path with kernels on a device may still fall back to the graph.
    #[cfg_attr(not(feature = "burn-gpu"), expect(unused_variables, reason = "only these kernels ask for the state"))]
    fn path<const D: usize>(self, tensor: &Tensor<D>, state: Option<&ParamState>) -> StepPath {
        // A parameter without elements needs no device.
        if tensor.dims().contains(&0) {
            return StepPath::Kernel;
        }
        match self.shared.options.path {
            StepPath::Auto if is_cpu(&tensor.device()) => StepPath::Kernel,
            #[cfg(feature = "burn-gpu")]
            StepPath::Auto if gpu::takes(tensor, state) => StepPath::Gpu,
            StepPath::Auto => StepPath::Graph,
            chosen => chosen,
        }
    }

    /// Checks the shapes of a parameter and its gradient.
    pub(super) fn check(self, dims: &[usize], grad: &[usize]) -> Result<(), BurnStepError> {
        if let Some(param) = self.param
            && *dims != *param.shape
        {
            let (expected, found) = (param.shape.to_vec(), dims.to_vec());
            return Err(BurnStepError::ParameterShape { param: param.name.clone(), expected, found });
        }
        match dims == grad {
            true => Ok(()),
            false => Err(BurnStepError::Shape { param: dims.to_vec(), grad: grad.to_vec() }),
        }
    }

    /// The number of the parameter. `known` is the number in its state, if it has one.
    pub(super) fn place(self, known: Option<u64>) -> u64 {
        match (self.param, known) {
            (Some(param), _) => param.place,
            (None, Some(known)) => {
                self.shared.seen(known);
                known
            }
            (None, None) => self.shared.next_place(),
        }
    }

    /// The name of the parameter with this number.
    pub(super) fn name(&self, place: u64) -> Cow<'_, str> {
        match self.param {
            Some(param) => Cow::Borrowed(&param.name),
            None => Cow::Owned(place.to_string()),
        }
    }

    /// Sets the learning rate of the next step from burn's.
    pub(super) fn set_learning_rate<T: Float>(self, optimizer: &mut Optimizer<T>) -> Result<(), HyperError> {
        match self.rate {
            Some(rate) => rate.set(optimizer, self.shared.options.learning_rates, self.lr),
            None => Ok(()),
        }
    }

    /// Stores the numbers that the step reports.
    pub(super) fn report(self, report: StepReport) {
        if let (Some(watched), Some(param)) = (report.watched, self.param) {
            self.shared.watched.push(param.place, watched);
        }
    }
}

impl Shared {
    /// # Panics
    ///
    /// With [`OnError::Panic`].
    pub(super) fn fail(&self, error: BurnStepError) {
        match self.options.on_error {
            OnError::Panic => panic!("{error}"),
            OnError::Keep => self.failures.push(error),
        }
    }
}

/// Returns true if the device's backend keeps tensors in the memory of the CPU.
fn is_cpu(device: &Device) -> bool {
    let name = Dispatch::name(device.as_dispatch());
    let inner = name.strip_prefix("dispatch<").and_then(|name| name.strip_suffix('>')).unwrap_or(&name);
    let inner = inner.strip_prefix("autodiff<").and_then(|name| name.strip_suffix('>')).unwrap_or(inner);
    matches!(inner, "flex" | "ndarray" | "libtorch<cpu>")
}
