//! Optimizers for a module whose parameters have names.

use std::fmt;
use std::sync::Arc;

use burn_core::module::{Module, ParamGroup};
use burn_core::tensor::{Device, Tensor};
use burn_optim::grad_clipping::GradientClipping;
use burn_optim::{ModuleOptimizer, Optimizer};
use optim_core::Watched;
use optim_core::registry::AnyBuilder;

use super::error::{BurnError, BurnStepError};
use super::examine::examine_module;
use super::names::{NamedParam, names_of};
use super::options::{BurnOptions, Failures};
use super::shared::Shared;
use super::state::ParamState;
use super::step::Step;

/// An optimizer for one module of burn that knows the module's parameters by name. [`init`](Self::init) creates the `ModuleOptimizer` that steps
/// the module.
///
/// So a [`Partition`](crate::Partition), groups, views and watched numbers work as in an optimizer. The name of a parameter is the path that burn's
/// `ParamGroup` has for it: the fields and indices that lead to it, joined by dots.
///
/// ```no_run
/// # mod burn { pub use burn_core::module; pub use burn_core::tensor; }
/// use burn::module::{Module, Param};
/// use optim_std::burn::{BurnModuleOptimizer, BurnOptions, LearningRates};
/// use optim_std::prelude::*;
///
/// #[derive(Module, Debug)]
/// struct Line {
///     weight: Param<burn::tensor::Tensor<2>>,
///     bias: Param<burn::tensor::Tensor<1>>,
/// }
///
/// # let device = burn::tensor::Device::default();
/// let model = Line {
///     weight: Param::from_tensor(burn::tensor::Tensor::ones([3, 2], &device)),
///     bias: Param::from_tensor(burn::tensor::Tensor::zeros([2], &device)),
/// };
/// let recipe = Partition::new()
///     .rule("hidden", |p| p.ndim() == 2, Muon::new().lr(0.02))
///     .rest("rest", AdamW::torch().lr(3e-4))
///     .watch(["update_ratio"]);
/// let options = BurnOptions::new().learning_rates(LearningRates::Factor); // burn's learning rate is a factor
/// let optimizer = BurnModuleOptimizer::with_options(recipe, options, &model)?;
/// let mut stepping = optimizer.init(); // then `model = stepping.step(1.0, model, grads)`
/// if let Some(watched) = optimizer.take_watched() {
///     println!("{:?} of the model", watched.model("update_ratio"));
/// }
/// # let _ = stepping;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It steps any module with these names and shapes, such as one loaded from a record. Stepping any other parameter is an error
/// ([`BurnStepError::UnknownParameter`]). Clones share the [`Failures`] and the watched numbers.
#[derive(Clone)]
pub struct BurnModuleOptimizer {
    shared: Arc<Shared>,
    params: Arc<[NamedParam]>,
}

impl BurnModuleOptimizer {
    /// Creates an optimizer for this module with the default options: burn passes the learning rate to each step. The builder is an optimizer's, such
    /// as `AdamW::new()`, a [`Partition`](crate::Partition), or an [`AnyBuilder`].
    ///
    /// For the checks, an optimizer of the whole module is built once and dropped.
    ///
    /// # Errors
    ///
    /// See [`BurnError`]. It includes all errors of [`build`](AnyBuilder::build) for these parameters. Different
    /// learning rates are an error too, because burn passes only one.
    pub fn new<M: Module>(builder: impl Into<AnyBuilder>, module: &M) -> Result<Self, BurnError> {
        Self::with_options(builder, BurnOptions::new(), module)
    }

    /// [`new`](Self::new) with options.
    ///
    /// # Errors
    ///
    /// The same errors as [`new`](Self::new).
    pub fn with_options<M: Module>(
        builder: impl Into<AnyBuilder>,
        options: BurnOptions,
        module: &M,
    ) -> Result<Self, BurnError> {
        let builder = builder.into();
        let params = examine_module(&builder, options.learning_rates, names_of(module))?;
        Ok(Self { shared: Arc::new(Shared::new(builder.part(), options)), params: params.into() })
    }

    /// Creates an optimizer of the whole module, with one group for each parameter. You can add groups with other
    /// optimizers.
    ///
    /// Its `step` panics for a module on a device without autodiff, because burn asks for the gradient settings of each parameter.
    ///
    /// Its `with_grad_clipping` has no effect, because burn applies it to the first group: see
    /// [`init_with_clipping`](Self::init_with_clipping).
    #[must_use]
    pub fn init(&self) -> ModuleOptimizer {
        self.init_clipping(None)
    }

    /// Like [`init`](Self::init), but burn clips each gradient separately before it passes it to the optimizer.
    #[must_use]
    pub fn init_with_clipping(&self, clipping: GradientClipping) -> ModuleOptimizer {
        self.init_clipping(Some(clipping).as_ref())
    }

    fn init_clipping(&self, clipping: Option<&GradientClipping>) -> ModuleOptimizer {
        let of = |place| OneOfModule { optimizer: self.clone(), place };
        let add = |all: ModuleOptimizer, (place, param): (usize, &NamedParam)| {
            all.with_group(ParamGroup::from_path(&*param.name), of(Some(place)), clipping.cloned())
        };
        self.params.iter().enumerate().fold(of(None).into(), add)
    }

    /// The names of the module's parameters, in its order.
    pub fn param_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.params.iter().map(|param| &*param.name)
    }

    /// Takes the numbers of the last [watched](optim_core::Optimizer::watch) step, as an optimizer of the whole module reports them;
    /// `None` if they were taken before. Call this after each step: burn does not say where a step begins, so a parameter without a
    /// gradient would otherwise be reported with its numbers from an earlier step.
    ///
    /// Each parameter counts its own steps. So with `watch_every`, a parameter without a gradient in some steps reports in other
    /// steps than the rest.
    #[must_use]
    pub fn take_watched(&self) -> Option<Watched> {
        self.shared.watched.take()
    }

    /// Errors of steps, with [`OnError::Keep`](super::OnError::Keep).
    #[must_use]
    pub fn failures(&self) -> Failures {
        self.shared.failures.clone()
    }
}

impl From<BurnModuleOptimizer> for ModuleOptimizer {
    fn from(optimizer: BurnModuleOptimizer) -> Self {
        optimizer.init()
    }
}

/// The optimizer of one parameter of a module. Without a place, the optimizer for parameters that the module does not have.
#[derive(Clone)]
struct OneOfModule {
    optimizer: BurnModuleOptimizer,
    place: Option<usize>,
}

impl Optimizer for OneOfModule {
    type State<const D: usize> = ParamState;

    fn step<const D: usize>(
        &self,
        lr: f64,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<ParamState>,
    ) -> (Tensor<D>, Option<ParamState>) {
        let BurnModuleOptimizer { shared, params } = &self.optimizer;
        match self.place.and_then(|place| params.get(place)) {
            Some(param) => Step { shared, param: Some(param), rate: param.rate.as_ref(), lr }.run(tensor, grad, state),
            None => {
                let known = params.iter().map(|param| param.name.clone()).collect();
                shared.fail(BurnStepError::UnknownParameter { shape: tensor.dims().to_vec(), known });
                (tensor, state)
            }
        }
    }

    fn to_device<const D: usize>(state: ParamState, device: &Device) -> ParamState {
        state.on(device)
    }
}

/// Names and options.
impl fmt::Debug for BurnModuleOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BurnModuleOptimizer")
            .field("params", &self.params)
            .field("options", &self.shared.options)
            .finish_non_exhaustive()
    }
}
