//! Builders: the settings of an optimizer that is not built yet.

mod into_optimizer;
mod methods;
mod options;
mod wrapping;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::definition::{Definition, Routine};
use crate::hyper::{HyperError, Hyperparameters, IntoSetting, Setting};
use crate::kernel::Float;
use crate::lang::Graph;
use crate::optimizer::{About, Assignment, Optimizer, Spec, ViewSpec};
use crate::params::{BuildFrom, Declared, ParamInfo};
use crate::plan::StepPlan;
pub use into_optimizer::{Buildable, IntoOptimizer};
pub(crate) use options::builder_options;
pub use wrapping::{HasBuilder, IntoBuilder};

#[doc(inline)]
pub use crate::optimizer::BuildError;

/// Collects hyperparameters, parameter groups and options, and builds optimizers from them.
///
/// Generated builders such as `LionBuilder` wrap it and add a setter for each hyperparameter. A later value of a
/// hyperparameter replaces an earlier one. Only [`build`](Self::build) checks the values. By default, gradients are used
/// unchanged, on all threads. The guide: `optim_std::guide::groups`.
pub struct Builder<O> {
    spec: Spec,
    optimizer: std::marker::PhantomData<fn() -> O>,
}

// Not derived: that would ask for `O: Clone`, though no `O` is in it.
impl<O> Clone for Builder<O> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}

impl<O> From<Spec> for Builder<O> {
    fn from(spec: Spec) -> Self {
        Self { spec, optimizer: std::marker::PhantomData }
    }
}

impl<O> Default for Builder<O> {
    fn default() -> Self {
        Self::new()
    }
}

impl<O> Builder<O> {
    /// A builder without any settings.
    pub fn new() -> Self {
        Spec::default().into()
    }

    /// Sets hyperparameter `index` of [`Hyperparameters::HYPERS`].
    #[doc(hidden)]
    #[must_use]
    pub fn set_at(self, index: usize, value: Setting) -> Self {
        self.assign(Assignment::new(index, value))
    }

    /// Sets a hyperparameter, or one number of it.
    pub(crate) fn assign(mut self, assignment: Assignment) -> Self {
        self.spec.settings.push(assignment);
        self
    }

    /// Sets hyperparameter `index`, which takes schedules.
    #[doc(hidden)]
    #[must_use]
    pub fn set_to<V>(self, index: usize, value: impl IntoSetting<V>) -> Self {
        self.set_at(index, value.into_setting())
    }

    /// Adds a parameter group of all parameters for which the predicate is true. `overrides` is a builder with only hyperparameters, tags, a factor
    /// and the storage of states. They replace the optimizer's for this group, whatever the order of the calls. Parameters in no group form the
    /// group `default`.
    #[must_use]
    pub fn group<F>(mut self, name: impl Into<String>, predicate: F, overrides: Self) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
    {
        self.spec.push_group(name.into(), Arc::new(predicate), overrides.spec);
        self
    }

    /// Shows the optimizer the parameters for which the predicate is true in another shape, with the same number of elements
    /// in logical order. The predicate and `shape` receive the parameter with the shape of the model.
    ///
    /// States have this shape; gradients, masks and tensor inputs keep the shape of the model. All axes before the last two are a batch of matrices,
    /// even for optimizers that flatten a parameter with more than two axes to one matrix. A view is not a group, and a parameter has at most one.
    /// The guide: `optim_std::guide::groups`.
    #[must_use]
    pub fn view<F, G, S>(mut self, name: impl Into<String>, predicate: F, shape: G) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
        G: Fn(&ParamInfo<'_>) -> S + Send + Sync + 'static,
        S: Into<Vec<usize>>,
    {
        let shape = Arc::new(move |param: &ParamInfo<'_>| shape(param).into());
        self.spec.push_view(ViewSpec { name: name.into(), predicate: Arc::new(predicate), shape });
        self
    }

    /// The same settings, whatever the optimizer.
    pub(crate) fn untyped(self) -> Builder<()> {
        self.spec.into()
    }

    /// The settings.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The settings, to be changed.
    pub(crate) fn spec_mut(&mut self) -> &mut Spec {
        &mut self.spec
    }

    /// The settings, without the type.
    pub(crate) fn into_spec(self) -> Spec {
        self.spec
    }

    /// These settings of a wrapper: its `own` ones first, then the settings of the inner optimizer.
    pub(crate) fn with_inner<I>(mut self, inner: Builder<I>, own: usize) -> Self {
        self.spec.add_inner(inner.spec, own);
        self
    }

    /// [`Builder::build`] of an optimizer with these settings.
    pub(crate) fn build_about<T: Float>(
        &self,
        about: &'static About,
        params: &[Declared<'_, T>],
    ) -> Result<Optimizer<T>, BuildError> {
        Optimizer::of(about, &self.spec, params)
    }

    /// [`Builder::graph`] of an optimizer with these settings.
    pub(crate) fn graph_about(&self, about: &'static About, shape: &[usize], t: u64) -> Result<Graph, BuildError> {
        crate::optimizer::graph(about, &self.spec, shape, t)
    }

    /// [`Builder::graph_of`] of an optimizer with these settings.
    pub(crate) fn graph_of_about(
        &self,
        about: &'static About,
        routine: Routine,
        shape: &[usize],
        t: u64,
    ) -> Result<Option<Graph>, BuildError> {
        crate::optimizer::graph_of(about, &self.spec, routine, shape, t)
    }

    /// [`Builder::plan_for`] of an optimizer with these settings and this kernel.
    pub(crate) fn plan_of<T: Float>(&self, about: &'static About, shape: &[usize]) -> Result<StepPlan, BuildError> {
        crate::optimizer::plan_for::<T>(about, &self.spec, shape)
    }

    /// The settings by name, for `Debug`.
    pub(crate) fn describe(
        &self,
        name: &str,
        name_of: impl Fn(usize) -> Cow<'static, str>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let mut list = f.debug_struct(name);
        for given in &self.spec.settings {
            list.field(&given.name(&name_of(given.index)), &format_args!("{}", given.value));
        }
        for group in &self.spec.groups {
            list.field("group", &group.name);
        }
        for view in &self.spec.views {
            list.field("view", &view.name);
        }
        list.finish_non_exhaustive()
    }
}

macro_rules! methods {
    ($($scope:ident {
        $($(#[$meta:meta])* $name:ident($($argument:ident: $Type:ty),+) |$spec:ident| $set:expr;)*
    })*) => {
        impl<O> Builder<O> {
            $($(
                $(#[$meta])*
                #[must_use]
                pub fn $name(mut self, $($argument: $Type),+) -> Self {
                    let $spec = &mut self.spec;
                    $set;
                    methods!(@$scope $spec $name);
                    self
                }
            )*)*
        }
    };
    (@group $spec:ident $name:ident) => {};
    (@whole $spec:ident $name:ident) => {
        $spec.whole.push(stringify!($name));
    };
}
builder_options!([methods]);

impl<O: Hyperparameters> Builder<O> {
    /// Sets a hyperparameter by name, or with `betas.0` one number of a tuple. The other numbers keep their values; in a group, they keep the
    /// optimizer's.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none of this name.
    pub fn set(self, name: &str, value: impl Into<Setting>) -> Result<Self, HyperError>
    where
        O: Definition,
    {
        let about = About::of::<O>();
        Ok(self.assign(Assignment::named(about.name(), about.hypers(), name, value.into())?))
    }

    /// Checks everything, assigns the parameters to groups and allocates every state.
    ///
    /// `params` is a model, or only names and shapes: [`Shapes`](crate::params::Shapes). The optimizer keeps the names and
    /// shapes of the parameters, not the parameters.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    pub fn build<P: BuildFrom + ?Sized>(&self, params: &P) -> Result<Optimizer<P::Elem>, BuildError>
    where
        O: Definition,
    {
        self.build_about(About::of::<O>(), &params.declared())
    }

    /// Returns step `t`, from 1, as a graph of single operations, for a parameter of this shape, with the settings of the
    /// group `default` before the first step. The graphs of two steps differ only if timed conditions, such as
    /// `every(10)`, do.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build) of a model with such a parameter.
    pub fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, BuildError>
    where
        O: Definition,
    {
        self.graph_about(About::of::<O>(), shape, t)
    }

    /// Like [`graph`](Self::graph), for any routine; `None` if the optimizer does not have it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`graph`](Self::graph).
    pub fn graph_of(&self, routine: Routine, shape: &[usize], t: u64) -> Result<Option<Graph>, BuildError>
    where
        O: Definition,
    {
        self.graph_of_about(About::of::<O>(), routine, shape, t)
    }

    /// Returns the memory accesses of one step for a parameter of this shape, with the settings of the group `default`: the passes that
    /// run, the bytes that they move, and the states. The shape may have any size; nothing is allocated for it.
    ///
    /// # Errors
    ///
    /// The errors of [`build`](Self::build) for a model with this parameter in `f32`, except a lack of memory.
    pub fn plan_for(&self, shape: &[usize]) -> Result<StepPlan, BuildError>
    where
        O: Definition,
    {
        self.plan_of::<f32>(About::of::<O>(), shape)
    }
}

impl<O: Hyperparameters> fmt::Debug for Builder<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe(O::NAME, O::name_of, f)
    }
}

/// [`Builder::build`] for generated builders: a function, so that a struct without its impl is reported in the words
/// of [`Definition`] and nothing else.
///
/// # Errors
///
/// See [`BuildError`].
pub fn build<O: Definition, P: BuildFrom + ?Sized>(
    builder: &Builder<O>,
    params: &P,
) -> Result<Optimizer<P::Elem>, BuildError> {
    builder.build(params)
}

/// Methods of an optimizer's struct that need a builder, next to those of [`Definition`].
pub trait DefinitionExt: Definition {
    /// Returns the memory accesses of one step for a parameter of this shape, with these hyperparameters.
    ///
    /// # Errors
    ///
    /// See [`Builder::plan_for`].
    fn plan_for(&self, shape: &[usize]) -> Result<StepPlan, BuildError> {
        let settings = (0..About::of::<Self>().hypers().len()).map(|index| (index, self.get(index)));
        settings.fold(Builder::<Self>::new(), |builder, (index, value)| builder.set_at(index, value)).plan_for(shape)
    }
}

impl<O: Definition> DefinitionExt for O {}

/// [`Builder::plan_for`] for generated builders. The lifetime puts off the question whether the struct has its impl until
/// the method is called: where it has none, only [`build`] reports that.
pub trait PlanFor<'s> {
    /// See [`Builder::plan_for`].
    ///
    /// # Errors
    ///
    /// See [`Builder::plan_for`].
    fn plan_for(&self, shape: &'s [usize]) -> Result<StepPlan, BuildError>;
}

impl<'s, O: Definition> PlanFor<'s> for Builder<O> {
    fn plan_for(&self, shape: &'s [usize]) -> Result<StepPlan, BuildError> {
        self.plan_for(shape)
    }
}
