//! The data of one parameter for its step, and the result.

use std::borrow::Cow;

use burn_core::tensor::Tensor;
use optim_core::{Float, HyperError, Optimizer, StepReport};

use super::error::BurnStepError;
use super::names::NamedParam;
use super::rates::LearningRate;
use super::shared::Shared;
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
