//! Several optimizers for one model, combined into one.

use std::fmt;
use std::sync::Arc;

use crate::builder::{BuildError, Buildable, Builder, HasBuilder, IntoBuilder, builder_options};
use crate::definition::Definition;
use crate::hyper::{HyperError, HyperInfo, Hyperparameters, Setting};
use crate::kernel::{Description, LoopNumber};
use crate::lang::{Graph, GraphError, Recorder};
use crate::optimizer::{About, Optimizer, Predicate, RuleBuilder, Spec};
use crate::params::{BuildFrom, ParamInfo};
use crate::registry::AnyBuilder;
use crate::state::StateInfo;

/// Several optimizers for one model, each for its own parameters: Muon for the matrices, AdamW for the rest.
///
/// ```
/// # use optim_core::Partition;
/// # use optim_core::lang::{State, Tensor};
/// # use optim_macros::optimizer;
/// # // In a user's crate: `use optim_std::author::*;`, and no `crate = …`.
/// # #[optimizer(crate = optim_core)]
/// # #[derive(Debug, Clone)]
/// # pub struct SGD {
/// #     #[hyper(default = 0.1, scheduled, range = 0.0..)]
/// #     pub lr: f64,
/// # }
/// # #[optimizer]
/// # impl SGD {
/// #     fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
/// #         *param -= self.lr * grad;
/// #     }
/// # }
/// # #[optimizer(crate = optim_core)]
/// # #[derive(Debug, Clone)]
/// # pub struct SignSGD {
/// #     #[hyper(default = 0.01, scheduled, range = 0.0..)]
/// #     pub lr: f64,
/// # }
/// # #[optimizer]
/// # impl SignSGD {
/// #     fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
/// #         *param -= self.lr * grad.sign();
/// #     }
/// # }
/// # use std::collections::BTreeMap;
/// # use ndarray::ArrayD;
/// # let mut model = BTreeMap::from([("fc.bias", ArrayD::<f32>::ones(vec![2])), ("fc.weight", ArrayD::ones(vec![2, 3]))]);
/// # let grads = model.clone();
/// let mut opt = Partition::new()
///     .rule("matrices", |p| p.ndim() == 2, SignSGD::new().lr(0.25))
///     .rest("rest", SGD::new().lr(0.5))
///     .clip_norm(100.0)
///     .build(&model)?;
/// opt.step(&mut model, &grads)?;
/// assert_eq!((model["fc.weight"][[0, 0]], model["fc.bias"][[0]]), (0.75, 0.5));
/// opt.set("rest.lr", 0.125)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It builds an [`Optimizer`] with one step for all parameters or none, one clipping norm, one policy for NaN and infinity, one checkpoint and
/// one seed. A parameter belongs to the first rule that matches. Every parameter needs a rule, and every rule needs a parameter unless it is
/// [`optional`](Self::optional).
///
/// - Call options of the whole step (`clip_norm`, `clip_value`, `grad_scale`, `non_finite`, `spikes`, `watch`, `threads`, `matmul_precision`, `seed`)
///   on the partition. Call methods about parameters (settings, schedules, groups, views, tags, storage) on the builders of the rules.
/// - Names of settings and global states begin with the rule: `opt.set("matrices.lr", 0.02)`. So do groups: `rest.no_decay` is a group of the rule
///   `rest`, and `rest` has its parameters in no group. States are looked up by parameter.
/// - For an optimizer of a rule, "the whole model" is all parameters of the rule.
/// - A wrapper around a partition wraps the optimizer of every rule: `Ema::new(partition).decay(0.99).build(&model)`. Call options of the whole step
///   on the wrapper then. The wrapper's settings are the same in all rules, `opt.set("decay", 0.9)`. Settings of the inner optimizers are
///   `hidden.inner.lr`. A partition can't contain another one.
/// - If any optimizer has a `probe`, call [`step_with`](Optimizer::step_with). Parameters of the other rules do not move in the probe. Pass an input
///   once, for all rules that declare it.
///
/// The guide: `optim_std::guide::training`.
#[derive(Clone)]
pub struct Partition {
    settings: Builder<Self>,
}

impl Default for Partition {
    fn default() -> Self {
        Self::new()
    }
}

impl Partition {
    /// Creates a partition without rules.
    pub fn new() -> Self {
        Self { settings: Builder::new() }
    }

    /// Adds an optimizer for the parameters for which `takes` returns true, unless an earlier rule takes them. The builder is an optimizer's, such
    /// as `AdamW::new()`, or an [`AnyBuilder`]. Names of rules must be unique and must not contain a dot.
    #[must_use]
    pub fn rule<F>(self, name: impl Into<String>, takes: F, optimizer: impl Into<AnyBuilder>) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
    {
        self.with(name.into(), Some(Arc::new(takes)), optimizer.into())
    }

    /// Adds an optimizer for all parameters that no earlier rule takes.
    #[must_use]
    pub fn rest(self, name: impl Into<String>, optimizer: impl Into<AnyBuilder>) -> Self {
        self.with(name.into(), None, optimizer.into())
    }

    /// Allows the last rule to take no parameter.
    #[must_use]
    pub fn optional(mut self) -> Self {
        let spec = self.settings.spec_mut();
        match spec.rules.last_mut() {
            Some(rule) => rule.optional = true,
            None => spec.optional_first = true,
        }
        self
    }

    fn with(mut self, name: String, takes: Option<Predicate>, builder: AnyBuilder) -> Self {
        let (about, spec, mistake) = builder.into_parts();
        self.settings.spec_mut().rules.push(RuleBuilder { name, takes, about, spec, optional: false, mistake });
        self
    }

    /// Checks everything, assigns every parameter to a rule and a group, and allocates every state.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    pub fn build<P: BuildFrom + ?Sized>(&self, params: &P) -> Result<Optimizer<P::Elem>, BuildError> {
        self.settings.build(params)
    }
}

/// Inside of a wrapper, `Ema::new(partition)`, and wherever an optimizer is chosen at run time.
impl IntoBuilder for Partition {
    type Optimizer = Self;

    fn into_builder(self) -> Builder<Self> {
        self.settings
    }
}

impl From<Builder<Self>> for Partition {
    fn from(settings: Builder<Self>) -> Self {
        Self { settings }
    }
}

impl HasBuilder for Partition {
    type Builder = Self;
}

impl Buildable for Partition {
    type Settings = Self;
}

/// It has no settings of its own: those of its rules are known when it is built.
impl Hyperparameters for Partition {
    const NAME: &'static str = "Partition";
    const HYPERS: &'static [HyperInfo] = &[];

    fn from_values(_: &[Setting]) -> Result<Self, HyperError> {
        Ok(Self::new())
    }

    fn get(&self, _: usize) -> Setting {
        Setting::None
    }
}

/// It stands for the optimizers of its rules in the type of a wrapper around it, `Ema<Partition>`. Its step is theirs: alone it does nothing, and
/// no optimizer is built of it.
impl Definition for Partition {
    const STATES: &'static [StateInfo] = &[];
    const USES_STEP: bool = false;
    const PASSES_ARE_ELEMENTWISE: bool = false;
    const RULES: bool = true;

    fn trace(&self, axes: &[usize], _: u64) -> Result<Graph, GraphError> {
        Recorder::new(axes).finish(Self::NAME)
    }

    fn step<'k, E: LoopNumber>(&'k self, _: &mut Description<'_, 'k, E>) {}
}

macro_rules! methods {
    (group { $($of_groups:tt)* } whole {
        $($(#[$meta:meta])* $name:ident($($argument:ident: $Type:ty),+) |$spec:ident| $set:expr;)*
    }) => {
        impl Partition {
            $(
                $(#[$meta])*
                #[must_use]
                pub fn $name(mut self, $($argument: $Type),+) -> Self {
                    let $spec = self.settings.spec_mut();
                    $set;
                    $spec.whole.push(stringify!($name));
                    self
                }
            )*
        }
    };
}
builder_options!([methods]);

/// The rules, with the settings that were given.
impl fmt::Debug for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct(Self::NAME);
        for RuleBuilder { name, about, spec, .. } in &self.settings.spec().rules {
            debug.field(name, &Described(about, spec));
        }
        debug.finish_non_exhaustive()
    }
}

/// An optimizer and what was said of it.
struct Described<'s>(&'static About, &'s Spec);

impl fmt::Debug for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(about, spec) = self;
        Builder::<()>::from((*spec).clone()).describe(about.name(), |index| about.name_of(index).into(), f)
    }
}
