//! Options: the meaning of burn's learning rate, the device of steps, and the handling of errors.

use std::sync::{Arc, Mutex, PoisonError};

use super::error::BurnStepError;

/// The meaning of the learning rate that burn passes to each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LearningRates {
    /// It sets the hyperparameter `lr` of the step, or the inner optimizer's `lr` if a wrapper has none. The `lr` of the builder is ignored,
    /// and a schedule there is an error. burn's own optimizers do the same.
    #[default]
    Given,
    /// `lr` is the builder's number or schedule, times the learning rate of burn: `1.0` leaves it unchanged.
    Factor,
    /// It is ignored: `lr` is the builder's number or schedule. Use this for optimizers without a scheduled `lr`, such as
    /// `Rprop`, and for optimizers without a learning rate.
    Own,
}

/// The place where steps run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepPath {
    /// The kernel for tensors of backends that keep them in the memory of the CPU (flex, ndarray, libtorch on the CPU). With the feature `burn-gpu`,
    /// kernels on the device for tensors of CubeCL, unless they are `f64` or the device cannot run the step. The graph for all others.
    #[default]
    Auto,
    /// The fused kernel on the CPU. Every step copies tensors on other devices to the CPU and back.
    Kernel,
    /// The graph, operation by operation, with burn's tensors on their own device.
    Graph,
    /// The kernels of the crate `optim-gpu`, on a device of CubeCL (feature `burn-gpu`). If [`Auto`](Self::Auto) would
    /// take another path, the step returns an error that says why.
    #[cfg(feature = "burn-gpu")]
    Gpu,
}

/// The handling of errors in a step. burn's trait cannot return errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnError {
    /// Panics with the message of the error. burn does the same if shapes do not fit.
    #[default]
    Panic,
    /// The parameter stays unchanged, and the error is kept in the optimizer's [`Failures`].
    Keep,
}

/// Options of a [`BurnOptimizer`](super::BurnOptimizer).
///
/// ```
/// use optim_std::burn::{BurnOptimizer, BurnOptions, LearningRates};
/// use optim_std::prelude::*;
///
/// let builder = AdamW::new().lr(CosineDecayLR::new(1e-3, 1e-5, 10_000));
/// let optimizer = BurnOptimizer::with_options(builder, BurnOptions::new().learning_rates(LearningRates::Factor))?;
/// # let _ = optimizer;
/// # Ok::<(), optim_std::burn::BurnError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BurnOptions {
    pub(super) learning_rates: LearningRates,
    pub(super) path: StepPath,
    pub(super) on_error: OnError,
}

impl BurnOptions {
    /// The defaults: [`LearningRates::Given`], [`StepPath::Auto`], [`OnError::Panic`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The meaning of burn's learning rate.
    #[must_use]
    pub fn learning_rates(self, learning_rates: LearningRates) -> Self {
        Self { learning_rates, ..self }
    }

    /// The place where steps run.
    #[must_use]
    pub fn path(self, path: StepPath) -> Self {
        Self { path, ..self }
    }

    /// The handling of an error in a step.
    #[must_use]
    pub fn on_error(self, on_error: OnError) -> Self {
        Self { on_error, ..self }
    }
}

/// The errors of steps with [`OnError::Keep`], until you take them. Clones are the same list.
#[derive(Clone, Debug, Default)]
pub struct Failures(Arc<Mutex<Vec<BurnStepError>>>);

impl Failures {
    /// The largest number of errors that are kept; later ones are dropped.
    pub const LIMIT: usize = 1024;

    /// Takes the errors, oldest first.
    pub fn take(&self) -> Vec<BurnStepError> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns true if there are no errors.
    pub fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    pub(super) fn push(&self, error: BurnStepError) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < Self::LIMIT {
            kept.push(error);
        }
    }
}
