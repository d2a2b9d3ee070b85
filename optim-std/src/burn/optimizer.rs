//! Our optimizers behind burn's trait.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use burn_core::backend::{Backend, Dispatch};
use burn_core::tensor::{Device, Tensor};
use burn_optim::{ModuleOptimizer, Optimizer};
use optim_core::builder::IntoBuilder;
use optim_core::registry::AnyBuilder;
use optim_core::{AnyOptimizer, BuildError, Definition, Engine, Float, HyperError};

use super::error::BurnError;
use super::graph::{self, GradientLoad, numbers};
use super::kernel;
use super::options::{BurnOptions, Failures, OnError, StepPath};
use super::recipe::{Examined, LearningRate, Recipe, Typed, examine};
use super::state::{Held, ParamState};

/// One of our optimizers for modules of burn: it implements burn's `Optimizer`, and [`init`](Self::init) makes the `ModuleOptimizer` that
/// steps a whole module.
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
/// Each parameter is an optimizer of its own: step counts and schedules stand at the number of steps that had a gradient for it.
/// Clones share the numbers from which parameters draw their random numbers, and the [`Failures`].
#[derive(Clone)]
pub struct BurnOptimizer {
    shared: Arc<Shared>,
}

/// The data that all parameters share.
pub(super) struct Shared {
    pub(super) recipe: Box<dyn Recipe>,
    learning_rate: Option<LearningRate>,
    pub(super) options: BurnOptions,
    pub(super) gradient: GradientLoad,
    /// The optimizer from which the settings of a step are read.
    template: Mutex<Box<dyn AnyOptimizer<f32>>>,
    /// The number of the next parameter without a state.
    places: AtomicU64,
    failures: Failures,
}

impl Shared {
    /// The number of a parameter that had no gradient before: burn visits the parameters of a module in a fixed order.
    pub(super) fn next_place(&self) -> u64 {
        self.places.fetch_add(1, Ordering::Relaxed)
    }

    /// There is a parameter of this number, from a record.
    pub(super) fn seen(&self, place: u64) {
        self.places.fetch_max(place.saturating_add(1), Ordering::Relaxed);
    }

    /// Sets the learning rate of the coming step to what the one of burn means.
    pub(super) fn set_learning_rate<T: Float>(&self, engine: &mut Engine<T>, given: f64) -> Result<(), HyperError> {
        match &self.learning_rate {
            Some(known) => known.set(engine, self.options.learning_rates, given),
            None => Ok(()),
        }
    }

    /// The numbers of all hyperparameters after so many steps, for a graph.
    pub(super) fn hypers(&self, steps: u64, lr: f64) -> Result<BTreeMap<String, f64>, HyperError> {
        let mut template = self.template.lock().unwrap_or_else(PoisonError::into_inner);
        template.set_steps(steps);
        self.set_learning_rate(&mut template, lr)?;
        let mut found = BTreeMap::new();
        for (name, value) in template.values().iter().flat_map(|group| &group.values) {
            numbers(name, value, &mut found);
        }
        Ok(found)
    }

    /// Returns true if all steps of a parameter of this shape are the same program.
    pub(super) fn has_one_graph(&self, shape: &[usize]) -> Result<bool, BuildError> {
        Ok(self.recipe.plan(shape)?.programs.len() <= 1)
    }
}

impl BurnOptimizer {
    /// An optimizer with the settings of a builder, `AdamW::new().weight_decay(0.1)` say, and the default options: burn gives each step
    /// its learning rate.
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
        Self::of(Box::new(Typed::new(builder)), options)
    }

    /// An optimizer that was chosen by name, in a file say.
    ///
    /// # Errors
    ///
    /// See [`BurnError`].
    pub fn from_any(builder: AnyBuilder, options: BurnOptions) -> Result<Self, BurnError> {
        Self::of(Box::new(builder), options)
    }

    fn of(recipe: Box<dyn Recipe>, options: BurnOptions) -> Result<Self, BurnError> {
        let Examined { template, learning_rate, gradient } = examine(&*recipe, options.learning_rates)?;
        let (places, failures, template) = (AtomicU64::new(0), Failures::default(), Mutex::new(template));
        Ok(Self { shared: Arc::new(Shared { recipe, learning_rate, options, gradient, template, places, failures }) })
    }

    /// An optimizer of a whole module, with this one for all its parameters.
    #[must_use]
    pub fn init(&self) -> ModuleOptimizer {
        self.clone().into()
    }

    /// Errors of steps, with [`OnError::Keep`].
    #[must_use]
    pub fn failures(&self) -> Failures {
        self.shared.failures.clone()
    }

    /// Returns true if tensors of this device are stepped by the kernel.
    fn runs_kernel(&self, device: &Device) -> bool {
        match self.shared.options.path {
            StepPath::Kernel => true,
            StepPath::Graph => false,
            StepPath::Auto => is_cpu(device),
        }
    }
}

/// Returns true if the backend of a device keeps tensors in the memory of the CPU.
fn is_cpu(device: &Device) -> bool {
    let name = Dispatch::name(device.as_dispatch());
    let inner = name.strip_prefix("dispatch<").and_then(|name| name.strip_suffix('>')).unwrap_or(&name);
    let inner = inner.strip_prefix("autodiff<").and_then(|name| name.strip_suffix('>')).unwrap_or(inner);
    matches!(inner, "flex" | "ndarray" | "libtorch<cpu>")
}

impl Optimizer for BurnOptimizer {
    type State<const D: usize> = ParamState;

    /// # Panics
    ///
    /// When the step cannot be done, with [`OnError::Panic`]: the learning rate is not allowed, say, or a record was of another
    /// optimizer.
    fn step<const D: usize>(
        &self,
        lr: f64,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<ParamState>,
    ) -> (Tensor<D>, Option<ParamState>) {
        // Without elements there is nothing to do on a device.
        let (tensor, state, result) = match tensor.dims().contains(&0) || self.runs_kernel(&tensor.device()) {
            true => kernel::step(&self.shared, lr, tensor, grad, state),
            false => graph::step(&self.shared, lr, tensor, grad, state),
        };
        if let Err(error) = result {
            match self.shared.options.on_error {
                OnError::Panic => panic!("{error}"),
                OnError::Keep => self.shared.failures.push(error),
            }
        }
        (tensor, state)
    }

    /// States for the kernel stay on the host.
    fn to_device<const D: usize>(mut state: ParamState, device: &Device) -> ParamState {
        if let Held::Device(held) = &mut state.held {
            held.move_to(device);
        }
        state
    }
}

impl fmt::Debug for BurnOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BurnOptimizer")
            .field("learning_rate", &self.shared.learning_rate)
            .field("options", &self.shared.options)
            .finish_non_exhaustive()
    }
}
