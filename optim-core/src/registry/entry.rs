//! One kind of optimizer as data, and a builder of it.

use std::fmt;

use crate::builder::{BuildError, Builder, IntoBuilder, builder_options};
use crate::definition::{Composition, Definition, Routine, UnknownInner};
use crate::hyper::{HyperError, HyperInfo, Setting};
use crate::input::InputInfo;
use crate::lang::Graph;
use crate::names::UnknownOptimizer;
use crate::optimizer::{About, Assignment, Optimizer, Spec};
use crate::output::OutputInfo;
use crate::params::{BuildFrom, ParamInfo};
use crate::plan::StepPlan;
use crate::source::SourcePlace;
use crate::state::StateInfo;
use crate::suggestion::nearest;

/// An optimizer in the registry: its declarations, and a builder.
///
/// ```
/// # use optim_core::lang::{State, Tensor};
/// # use optim_core::registry::{OptimizerEntry, find};
/// # use optim_macros::optimizer;
/// # // In a user's crate: `use optim_std::author::*;`, and no `crate = …`.
/// #[optimizer(crate = optim_core)]
/// #[derive(Debug, Clone)]
/// pub struct Descent {
///     /// Learning rate.
///     #[hyper(default = 0.1, scheduled, range = 0.0..)]
///     pub lr: f64,
/// }
///
/// #[optimizer]
/// impl Descent {
///     fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
///         *param -= self.lr * grad;
///     }
/// }
///
/// let entries = [OptimizerEntry::of::<Descent>()];
/// let mut model = ndarray::array![1.0_f32, -2.0];
/// let mut optimizer = find(&entries, "descent")?.builder().set("lr", 0.5)?.build(&model)?;
/// let grad = model.clone();
/// optimizer.step(&mut model, &grad)?;
/// assert_eq!(model, ndarray::array![0.5, -1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct OptimizerEntry {
    /// The name of the struct.
    pub name: &'static str,
    /// The documentation of the struct, lines joined by `\n`.
    pub doc: &'static str,
    /// The place of the struct.
    pub source: SourcePlace,
    /// The hyperparameters, in the order of declaration.
    pub hypers: &'static [HyperInfo],
    /// The declared states, in order.
    pub states: &'static [StateInfo],
    /// The declared inputs, in order: values that you pass to a step in addition to gradients.
    pub inputs: &'static [InputInfo],
    /// The declared outputs, in order: values that a watched step reports.
    pub outputs: &'static [OutputInfo],
    /// True if the step reads its count; there is a state `step` then.
    pub uses_step: bool,
    about: &'static About,
    /// All about the optimizer without what its type has inside.
    outer: fn() -> &'static About,
    /// The field of the inner optimizer, if this is a wrapper. Its builder needs the inner optimizer first.
    pub inner: Option<&'static str>,
}

/// All about an optimizer, of a wrapper with nothing inside: one that is inside of its type would want settings, too.
struct Outer;

impl Composition for Outer {
    type Of = &'static About;

    fn alone<O: Definition>(self) -> &'static About {
        About::alone::<O>()
    }

    fn wrapped<W: Definition, I: Definition>(self) -> &'static About {
        About::alone::<W>()
    }
}

/// The settings that a builder has collected, for any optimizer.
type CollectedSettings = Builder<()>;

impl OptimizerEntry {
    /// The entry of an optimizer. For a wrapper, the inner type does not matter: pass the inner optimizer to its
    /// builder.
    pub const fn of<O: Definition>() -> Self {
        Self {
            name: O::NAME,
            doc: O::DOC,
            source: O::SOURCE,
            hypers: O::HYPERS,
            states: O::STATES,
            inputs: O::INPUTS,
            outputs: O::OUTPUTS,
            uses_step: O::USES_STEP,
            about: About::alone::<O>(),
            outer: || O::compose(Outer),
            inner: match O::WRAPS {
                Some(wraps) => Some(wraps.field),
                None => None,
            },
        }
    }

    /// A builder without any settings.
    pub fn builder(&self) -> AnyBuilder {
        // Until it is given one, a wrapper has nothing inside.
        let about = About::wrapped((self.outer)(), About::alone::<UnknownInner>());
        AnyBuilder { entry: *self, about, settings: Builder::new(), foreign: None }
    }

    /// Returns true if the optimizer has this routine. For a wrapper, only its own routines count, not the routines of its inner optimizer.
    pub fn has(&self, routine: Routine) -> bool {
        !self.about.entries_of(routine).is_empty()
    }

    /// Returns true if its steps depend on the whole model: if it has global states, or reduces over all parameters.
    pub const fn is_global(&self) -> bool {
        self.about.is_global()
    }
}

impl fmt::Debug for OptimizerEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hypers: Vec<_> = self.hypers.iter().map(|info| info.name).collect();
        let states: Vec<_> = self.states.iter().map(|info| info.name).collect();
        f.debug_struct(self.name).field("hypers", &hypers).field("states", &states).finish()
    }
}

/// The entry of a name, in upper or lower case.
///
/// # Errors
///
/// Returns an error if there is none of this name; the error has all names and the nearest.
pub fn find<'e>(entries: &'e [OptimizerEntry], name: &str) -> Result<&'e OptimizerEntry, UnknownOptimizer> {
    let found = entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| unknown(name, entries))
}

/// The error of a name that none of the entries has.
pub(super) fn unknown(name: &str, entries: &[OptimizerEntry]) -> UnknownOptimizer {
    let known: Vec<&'static str> = entries.iter().map(|entry| entry.name).collect();
    UnknownOptimizer { name: name.to_owned(), nearest: nearest(name, known.iter().copied()), known }
}

/// A [`Builder`] whose optimizer is chosen at run time; made by [`OptimizerEntry::builder`].
///
/// It has the methods of [`Builder`], and sets hyperparameters by name.
#[derive(Clone)]
pub struct AnyBuilder {
    entry: OptimizerEntry,
    /// All about it, together with what it wraps.
    about: &'static About,
    settings: CollectedSettings,
    /// A group whose overrides are another optimizer's, and that optimizer.
    foreign: Option<(String, &'static str)>,
}

/// The builder of an optimizer whose type is known, as one of any: `AdamW::new().lr(0.1).into()`.
impl<B: IntoBuilder<Optimizer: Definition>> From<B> for AnyBuilder {
    fn from(builder: B) -> Self {
        Self {
            entry: OptimizerEntry::of::<B::Optimizer>(),
            about: About::of::<B::Optimizer>(),
            settings: builder.into_builder().untyped(),
            foreign: None,
        }
    }
}

impl AnyBuilder {
    /// All about the optimizer, the settings, and the mistake that they have, if there is one.
    pub(crate) fn into_parts(self) -> (&'static About, Spec, Option<BuildError>) {
        let mistake = self.own_groups().err();
        (self.about, self.settings.into_spec(), mistake)
    }

    /// The entry of the optimizer that is built.
    pub fn entry(&self) -> &OptimizerEntry {
        &self.entry
    }

    /// The optimizer's name. For a wrapper, the name of its inner optimizer follows.
    pub fn name(&self) -> &'static str {
        self.about.name()
    }

    /// Sets a hyperparameter, or with `betas.0` one number of a tuple. [`build`](Self::build) checks its value. The other numbers keep their values; in
    /// the overrides of a group, they keep the optimizer's.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none of this name.
    pub fn set(self, name: &str, value: impl Into<Setting>) -> Result<Self, HyperError> {
        let given = Assignment::named(self.about.name(), self.about.hypers(), name, value.into())?;
        Ok(self.map(|settings| settings.assign(given)))
    }

    /// The inner optimizer, if this is a wrapper: its settings become settings of the wrapper, under the name of its field.
    ///
    /// # Errors
    ///
    /// Returns an error if this is not a wrapper, if it already has an inner optimizer, or if the inner builder has groups or options, which belong
    /// to the wrapper.
    pub fn inner(self, inner: Self) -> Result<Self, BuildError> {
        let optimizer = self.entry.name;
        if self.entry.inner.is_none() {
            return Err(BuildError::NotAWrapper { optimizer, inner: inner.entry.name });
        }
        if self.about.has_inner() {
            return Err(BuildError::TwoInner { optimizer, second: inner.entry.name });
        }
        inner.own_groups()?;
        let about = About::wrapped((self.entry.outer)(), inner.about);
        let settings = self.settings.with_inner(inner.settings, self.entry.hypers.len());
        Ok(Self { about, settings, ..self })
    }

    /// Creates an empty builder of the same optimizer, with the same inner optimizers: for the overrides of a group.
    #[must_use]
    pub fn without_settings(&self) -> Self {
        Self { settings: Builder::new(), foreign: None, ..self.clone() }
    }

    /// The hyperparameters: first of a wrapper, then of its inner optimizer.
    pub fn hypers(&self) -> &'static [HyperInfo] {
        self.about.hypers()
    }

    /// See [`Builder::group`]. The overrides must come from a builder of the same optimizer.
    #[must_use]
    pub fn group<F>(mut self, name: impl Into<String>, predicate: F, overrides: Self) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
    {
        let name = name.into();
        // Settings are kept by place: in another optimizer the place is another hyperparameter's.
        let names = |builder: &Self| builder.hypers().iter().map(|hyper| hyper.name);
        let same = (overrides.entry.name, overrides.entry.source) == (self.entry.name, self.entry.source)
            && overrides.about.name() == self.about.name()
            && names(&overrides).eq(names(&self));
        if !same {
            self.foreign = Some((name.clone(), overrides.about.name()));
        }
        self.map(|settings| settings.group(name, predicate, overrides.settings))
    }

    /// See [`Builder::view`].
    #[must_use]
    pub fn view<F, G, S>(self, name: impl Into<String>, predicate: F, shape: G) -> Self
    where
        F: Fn(&ParamInfo<'_>) -> bool + Send + Sync + 'static,
        G: Fn(&ParamInfo<'_>) -> S + Send + Sync + 'static,
        S: Into<Vec<usize>>,
    {
        self.map(|settings| settings.view(name, predicate, shape))
    }

    /// Prepares the builder for a part of the model, such as one parameter. Rules, groups, views and watched outputs that apply to none of its
    /// parameters are no longer errors. Use it for libraries that pass in one parameter at a time. To check the whole model, call
    /// [`build`](Self::build) without it.
    #[must_use]
    pub fn part(self) -> Self {
        let mut spec = self.settings.into_spec();
        spec.of_part();
        Self { settings: spec.into(), ..self }
    }

    /// See [`Builder::build`].
    ///
    /// # Errors
    ///
    /// See [`BuildError`].
    pub fn build<P: BuildFrom + ?Sized>(&self, params: &P) -> Result<Optimizer<P::Elem>, BuildError> {
        self.own_groups()?;
        self.settings.build_about(self.about, &params.declared())
    }

    /// See [`Builder::graph`].
    ///
    /// # Errors
    ///
    /// See [`Builder::graph`].
    pub fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, BuildError> {
        self.own_groups()?;
        self.settings.graph_about(self.about, shape, t)
    }

    /// The same of any routine; `None` if the optimizer does not have it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`graph`](Self::graph).
    pub fn graph_of(&self, routine: Routine, shape: &[usize], t: u64) -> Result<Option<Graph>, BuildError> {
        self.own_groups()?;
        self.settings.graph_of_about(self.about, routine, shape, t)
    }

    /// See [`Builder::plan_for`].
    ///
    /// # Errors
    ///
    /// See [`Builder::plan_for`].
    pub fn plan_for(&self, shape: &[usize]) -> Result<StepPlan, BuildError> {
        self.own_groups()?;
        self.settings.plan_of::<f32>(self.about, shape)
    }

    fn own_groups(&self) -> Result<(), BuildError> {
        match &self.foreign {
            None => Ok(()),
            Some((group, found)) => {
                Err(BuildError::OtherOptimizer { group: group.clone(), expected: self.about.name(), found })
            }
        }
    }

    fn map(self, change: impl FnOnce(CollectedSettings) -> CollectedSettings) -> Self {
        Self { settings: change(self.settings), ..self }
    }
}

macro_rules! methods {
    ($($scope:ident {
        $($(#[$meta:meta])* $name:ident($($argument:ident: $Type:ty),+) |$spec:ident| $set:expr;)*
    })*) => {
        impl AnyBuilder {
            $($(
                $(#[$meta])*
                #[must_use]
                pub fn $name(self, $($argument: $Type),+) -> Self {
                    self.map(|settings| settings.$name($($argument),+))
                }
            )*)*
        }
    };
}
builder_options!([methods]);

impl fmt::Debug for AnyBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.describe(self.about.name(), |index| self.about.name_of(index).into(), f)
    }
}
