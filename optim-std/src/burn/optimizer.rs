//! The implementation of burn's optimizer trait.

use std::fmt;
use std::sync::Arc;

use burn_core::tensor::{Device, Tensor};
use burn_optim::{ModuleOptimizer, Optimizer};
use optim_core::registry::AnyBuilder;
use optim_core::{Definition, IntoBuilder};

use super::error::BurnError;
use super::examine::examine_alone;
use super::options::{BurnOptions, Failures};
use super::rates::LearningRate;
use super::shared::Shared;
use super::state::ParamState;
use super::step::Step;

/// An optimizer for modules of burn. It implements burn's `Optimizer`, and [`init`](Self::init) creates the `ModuleOptimizer` that steps
/// a whole module.
///
/// ```
/// use optim_std::burn::BurnOptimizer;
/// use optim_std::prelude::*;
///
/// let optimizer = BurnOptimizer::new(AdamW::new().weight_decay(0.1))?;
/// let module_optimizer = optimizer.init(); // then `model = module_optimizer.step(1e-3, model, grads)`
/// # let _ = module_optimizer;
/// # Ok::<(), optim_std::burn::BurnError>(())
/// ```
///
/// burn does not pass the names of parameters. For a [`Partition`](crate::Partition), groups, views or watched numbers, use a
/// [`BurnModuleOptimizer`](super::BurnModuleOptimizer).
///
/// Each parameter has a separate optimizer: its step count and its schedules count the steps with a gradient. Clones share the
/// numbering of parameters, on which their random numbers depend, and the [`Failures`].
#[derive(Clone)]
pub struct BurnOptimizer {
    shared: Arc<Shared>,
    learning_rate: Option<LearningRate>,
}

impl BurnOptimizer {
    /// Creates an optimizer with the settings of a builder, such as `AdamW::new().weight_decay(0.1)`, and the default options: burn
    /// passes the learning rate to each step.
    ///
    /// # Errors
    ///
    /// See [`BurnError`].
    pub fn new<B>(builder: B) -> Result<Self, BurnError>
    where
        B: IntoBuilder<Optimizer: Definition + 'static>,
    {
        Self::with_options(builder, BurnOptions::new())
    }

    /// [`new`](Self::new) with options.
    ///
    /// # Errors
    ///
    /// See [`BurnError`].
    pub fn with_options<B>(builder: B, options: BurnOptions) -> Result<Self, BurnError>
    where
        B: IntoBuilder<Optimizer: Definition + 'static>,
    {
        Self::from_any(builder.into(), options)
    }

    /// Creates an optimizer that was chosen by name, for example in a file.
    ///
    /// # Errors
    ///
    /// See [`BurnError`].
    pub fn from_any(builder: AnyBuilder, options: BurnOptions) -> Result<Self, BurnError> {
        let learning_rate = examine_alone(&builder, options.learning_rates)?;
        Ok(Self { shared: Arc::new(Shared::new(builder, options)), learning_rate })
    }

    /// Creates an optimizer of a whole module, which uses this one for all parameters. Its `step` panics for a module on a device without autodiff,
    /// because burn asks for the gradient settings of each parameter.
    #[must_use]
    pub fn init(&self) -> ModuleOptimizer {
        self.clone().into()
    }

    /// Errors of steps, with [`OnError::Keep`](super::OnError::Keep).
    #[must_use]
    pub fn failures(&self) -> Failures {
        self.shared.failures.clone()
    }
}

impl Optimizer for BurnOptimizer {
    type State<const D: usize> = ParamState;

    /// # Panics
    ///
    /// If a step fails, with [`OnError::Panic`](super::OnError::Panic): for example, if the learning rate is not allowed, or a record is from another
    /// optimizer.
    fn step<const D: usize>(
        &self,
        lr: f64,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<ParamState>,
    ) -> (Tensor<D>, Option<ParamState>) {
        Step { shared: &self.shared, param: None, rate: self.learning_rate.as_ref(), lr }.run(tensor, grad, state)
    }

    /// States for the kernel are on the host, so they are not moved.
    fn to_device<const D: usize>(state: ParamState, device: &Device) -> ParamState {
        state.on(device)
    }
}

impl fmt::Debug for BurnOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BurnOptimizer")
            .field("learning_rate", &self.learning_rate)
            .field("options", &self.shared.options)
            .finish_non_exhaustive()
    }
}
