//! Several optimizers for one model, as one.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::builder::{BuildError, Buildable, IntoEngine, builder_options};
use crate::optimizer::{Engine, Predicate, RuleSpec, Spec};
use crate::params::{BuildFrom, ParamInfo};
use crate::registry::AnyBuilder;

/// Several optimizers for one model, each for its own parameters: Muon for the matrices, AdamW for the rest.
///
/// ```
/// # use optim_core::Partition;
/// # use optim_core::lang::{State, Tensor};
/// # use optim_macros::optimizer;
/// # // In a user's crate: `use optim_std::prelude::*;`, and no `crate = …`.
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
/// It builds an [`Engine`] like any other: one step for all parameters or for none, one clipping norm and one decision about
/// numbers that are not finite, one checkpoint, one seed. The first rule that matches takes a parameter; every parameter has a rule, and every
/// rule a parameter unless it is [`optional`](Self::optional).
///
/// - Options of the whole step (`clip_norm`, `clip_value`, `grad_scale`, `non_finite`, `spikes`, `watch`, `threads`, `matmul_precision`, `seed`) are given to the partition; what is about
///   parameters (settings, schedules, groups, views, tags, storage) to the builders of the rules.
/// - Settings and global states begin with the name of the rule: `opt.set("matrices.lr", 0.02)`. So do groups: `rest.no_decay` is a group of the rule `rest`, and `rest` its
///   parameters in no group. States are found by parameter.
/// - "The whole model" of an optimizer is all parameters of its rule.
/// - An optimizer with a `probe` makes [`step_with`](Engine::step_with) necessary: the probes of the others do nothing. An input is given once, for all rules that declare it.
///
/// The guide: `optim_std::guide::training`.
#[derive(Clone, Default)]
pub struct Partition {
    rules: Vec<PartitionRule>,
    /// The options of the step.
    whole: Spec,
    /// True if a rule that was not there was called optional.
    misplaced: bool,
}

/// One rule of a partition.
#[derive(Clone)]
struct PartitionRule {
    name: String,
    /// None for all that is left.
    takes: Option<Predicate>,
    builder: AnyBuilder,
    optional: bool,
}

impl Partition {
    /// A partition without rules.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an optimizer for the parameters that `takes` says yes to, unless a rule before it takes them. The builder is that of an optimizer, such
    /// as `AdamW::new()`, or an [`AnyBuilder`]. A name has no points, and no two rules have the same.
    #[must_use]
    pub fn rule<F>(self, name: impl Into<String>, takes: F, optimizer: impl Into<AnyBuilder>) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
    {
        self.with(name.into(), Some(Arc::new(takes)), optimizer.into())
    }

    /// Adds an optimizer for all parameters that no rule before it takes.
    #[must_use]
    pub fn rest(self, name: impl Into<String>, optimizer: impl Into<AnyBuilder>) -> Self {
        self.with(name.into(), None, optimizer.into())
    }

    /// Allows that the last rule takes no parameter.
    #[must_use]
    pub fn optional(mut self) -> Self {
        match self.rules.last_mut() {
            Some(rule) => rule.optional = true,
            None => self.misplaced = true,
        }
        self
    }

    fn with(mut self, name: String, takes: Option<Predicate>, builder: AnyBuilder) -> Self {
        self.rules.push(PartitionRule { name, takes, builder, optional: false });
        self
    }

    /// Checks everything, gives every parameter to a rule and its groups, and allocates every state.
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    pub fn build<P: BuildFrom + ?Sized>(&self, params: &P) -> Result<Engine<P::Elem>, BuildError> {
        if self.misplaced {
            return Err(BuildError::OptionalFirst);
        }
        let mut rules: Vec<RuleSpec<'_>> = Vec::with_capacity(self.rules.len());
        for PartitionRule { name, takes, builder, optional } in &self.rules {
            let wrong = |reason| BuildError::RuleName { rule: name.clone(), reason };
            if name.is_empty() || name.contains('.') {
                return Err(wrong("settings are called by it, `rule.lr`, so that it is not empty and has no points"));
            }
            if rules.iter().any(|other| other.name == Some(name)) {
                return Err(wrong("there is another of this name"));
            }
            let (about, spec) = builder.parts()?;
            rules.push(RuleSpec { name: Some(name), about, spec, takes: takes.as_ref(), optional: *optional });
        }
        let taken: Vec<Cow<'_, Spec>> = rules.iter().map(|rule| rule.spec.with_taken(rule.about)).collect();
        let rules: Vec<RuleSpec<'_>> =
            rules.iter().zip(&taken).map(|(rule, spec)| RuleSpec { spec, ..*rule }).collect();
        Engine::of_rules(&rules, &self.whole, &params.declared())
    }
}

impl IntoEngine for Partition {
    type Optimizer = Self;

    fn into_engine<P: BuildFrom + ?Sized>(self, params: &P) -> Result<Engine<P::Elem>, BuildError> {
        self.build(params)
    }
}

impl Buildable for Partition {
    type Settings = Self;
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
                    let $spec = &mut self.whole;
                    $set;
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
        let mut debug = f.debug_struct("Partition");
        for rule in &self.rules {
            debug.field(&rule.name, &rule.builder);
        }
        debug.finish_non_exhaustive()
    }
}
