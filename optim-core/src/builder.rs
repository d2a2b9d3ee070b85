//! Settings on their way to an optimizer.

use std::fmt;
use std::sync::Arc;

use crate::definition::Definition;
use crate::error::BuildError;
use crate::gradient::{GradientOptions, NonFinite};
use crate::hyper::{HyperError, Hyperparameters, Value, index_of};
use crate::kernel::Threads;
use crate::optimizer::Optimizer;
use crate::params::Parameters;

/// What a group's predicate sees of a parameter.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo<'a> {
    name: &'a str,
    shape: &'a [usize],
}

impl<'a> ParamInfo<'a> {
    pub(crate) fn new(name: &'a str, shape: &'a [usize]) -> Self {
        Self { name, shape }
    }

    /// The full name, such as `layers.0.bias`.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The shape.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// Number of axes.
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        crate::shape::ParamShape::of(self.shape).len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

type Predicate = Arc<dyn Fn(&ParamInfo<'_>) -> bool + Send + Sync>;

/// A named group to be: which parameters, and what differs for them.
#[derive(Clone)]
pub(crate) struct GroupSpec {
    pub(crate) name: String,
    pub(crate) predicate: Predicate,
    pub(crate) settings: Vec<(usize, Value)>,
    pub(crate) tags: Vec<String>,
    /// Whether the overrides tried what only the whole optimizer can have.
    pub(crate) misplaced: Option<&'static str>,
}

/// Collects hyperparameters, parameter groups and options, and builds optimizers of them.
///
/// Generated builders such as `LionBuilder` wrap it and add a setter per hyperparameter. Later settings of the same
/// hyperparameter replace earlier ones. Nothing is checked before [`build`](Self::build).
pub struct Builder<O> {
    settings: Vec<(usize, Value)>,
    groups: Vec<GroupSpec>,
    tags: Vec<String>,
    options: GradientOptions,
    threads: Threads,
    /// The last of the calls that are for the whole optimizer only.
    whole: Option<&'static str>,
    optimizer: std::marker::PhantomData<fn() -> O>,
}

// By hand: a derived one would ask for `O: Clone`, though no `O` is in it.
impl<O> Clone for Builder<O> {
    fn clone(&self) -> Self {
        Self {
            settings: self.settings.clone(),
            groups: self.groups.clone(),
            tags: self.tags.clone(),
            options: self.options,
            threads: self.threads,
            whole: self.whole,
            optimizer: std::marker::PhantomData,
        }
    }
}

impl<O: Hyperparameters> Default for Builder<O> {
    fn default() -> Self {
        Self::new()
    }
}

impl<O: Hyperparameters> Builder<O> {
    /// A builder without any settings.
    pub fn new() -> Self {
        Self {
            settings: Vec::new(),
            groups: Vec::new(),
            tags: Vec::new(),
            options: GradientOptions::default(),
            threads: Threads::default(),
            whole: None,
            optimizer: std::marker::PhantomData,
        }
    }

    /// Sets hyperparameter `index` of [`Hyperparameters::HYPERS`].
    #[must_use]
    pub fn set(mut self, index: usize, value: Value) -> Self {
        self.settings.push((index, value));
        self
    }

    /// Sets a hyperparameter by name.
    ///
    /// # Errors
    ///
    /// When there is none of this name.
    pub fn set_by_name(self, name: &str, value: impl Into<Value>) -> Result<Self, HyperError> {
        Ok(self.set(index_of::<O>(name)?, value.into()))
    }

    /// Makes a parameter group of all parameters for which the predicate holds. `overrides` is a builder that was
    /// given nothing but hyperparameters and tags; they replace the optimizer's own for the group, whatever the order
    /// of the calls. Parameters in no group form the group `default`.
    #[must_use]
    pub fn group<F>(mut self, name: impl Into<String>, predicate: F, overrides: Self) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
    {
        self.whole = Some("group");
        self.groups.push(GroupSpec {
            name: name.into(),
            predicate: Arc::new(predicate),
            settings: overrides.settings,
            tags: overrides.tags,
            misplaced: overrides.whole,
        });
        self
    }

    /// Adds a tag, a word of the user's own, to the group that is being described; outside of a group's overrides
    /// that is the group `default`.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tags.push(tag.into());
        self
    }

    /// Multiplies every gradient before anything else is done with it, `1.0 / loss_scale` say.
    #[must_use]
    pub fn grad_scale(mut self, scale: f64) -> Self {
        self.options.scale = scale;
        self.whole = Some("grad_scale");
        self
    }

    /// Scales all gradients of a step by `min(1, max_norm / (norm + 1e-6))`, where `norm` is the Euclidean norm of
    /// all of them together, after [`grad_scale`](Self::grad_scale). A norm that is NaN makes every gradient NaN, an
    /// infinite one makes them 0: [`non_finite`](Self::non_finite) can prevent both.
    #[must_use]
    pub fn clip_norm(mut self, max_norm: f64) -> Self {
        self.options.clip_norm = Some(max_norm);
        self.whole = Some("clip_norm");
        self
    }

    /// Clamps every element of the gradients to `-max..=max`, after both scalings.
    #[must_use]
    pub fn clip_value(mut self, max: f64) -> Self {
        self.options.clip_value = Some(max);
        self.whole = Some("clip_value");
        self
    }

    /// What a step does about gradients that are infinite or NaN. [`NonFinite::Off`] unless set: the others read
    /// every gradient once more.
    #[must_use]
    pub fn non_finite(mut self, policy: NonFinite) -> Self {
        self.options.non_finite = policy;
        self.whole = Some("non_finite");
        self
    }

    /// How many threads a step uses; results do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self.whole = Some("threads");
        self
    }

    /// Checks everything, assigns the parameters to groups and allocates every state.
    ///
    /// The optimizer keeps the names and shapes of the parameters, not the parameters.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    pub fn build<P: Parameters + ?Sized>(&self, params: &P) -> Result<Optimizer<O, P::Elem>, BuildError>
    where
        O: Definition,
    {
        Optimizer::new(self, params)
    }

    pub(crate) fn settings(&self) -> &[(usize, Value)] {
        &self.settings
    }

    pub(crate) fn groups(&self) -> &[GroupSpec] {
        &self.groups
    }

    pub(crate) fn tags(&self) -> &[String] {
        &self.tags
    }

    pub(crate) fn options(&self) -> &GradientOptions {
        &self.options
    }

    pub(crate) fn thread_count(&self) -> Threads {
        self.threads
    }
}

impl<O: Hyperparameters> fmt::Debug for Builder<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_struct(O::NAME);
        for (index, value) in &self.settings {
            list.field(crate::hyper::name_of::<O>(*index), &format_args!("{value}"));
        }
        for group in &self.groups {
            list.field("group", &group.name);
        }
        list.finish_non_exhaustive()
    }
}

/// [`Builder::build`] for generated builders: a function, so that a struct without its impl is reported in the words
/// of [`Definition`] and nothing else.
///
/// # Errors
///
/// See [`BuildError`].
pub fn build<O: Definition, P: Parameters + ?Sized>(
    builder: &Builder<O>,
    params: &P,
) -> Result<Optimizer<O, P::Elem>, BuildError> {
    builder.build(params)
}
