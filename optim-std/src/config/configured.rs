//! An optimizer with everything that was configured for it.

use std::path::Path;

use optim_core::{AnyBuilder, AnyOptimizer, BuildError, BuildFrom, HyperError, HyperInfo, OptimizerEntry, Setting};

use super::attached::Attachment;
use super::error::{ConfigError, Problem, Warning};
use super::gradients::Gradients;
use super::groups::{ParamGroup, Rule, groups, names};
use super::optimizer::owner;
use super::place::Place;
use super::reader::{Argument, Owner, located};
use super::{Configure, Document};
use crate::schedulers::ScalePerParamLR;

/// An optimizer, its arguments, groups and schedules, as configured; [`build`](Self::build) makes it for a model.
///
/// ```
/// use optim_std::config::Config;
/// use optim_std::ndarray::array;
///
/// let config = Config::parse("
/// trainer:
///   init:
///     optimizer:
///       SGD:
///         momentum: 0.9
///     schedulers:
///       - SequentialLR:
///           schedulers:
///             - LinearLR: {initial_learning_rate: 0.01, end_learning_rate: 0.1, total_iters: 10}
///             - CosineDecayLR: {initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 100}
/// ")?;
/// let mut model = array![1.0_f32, -2.0];
/// let mut optimizer = config.build(&model)?;
/// for _ in 0..110 {
///     let grads = &model * 2.0; // of the sum of squares
///     optimizer.step(&mut model, &grads)?;
/// }
/// assert!(model.iter().all(|x| x.abs() < 0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Config {
    entry: OptimizerEntry,
    /// A builder of it without any settings, with what is inside of it.
    empty: AnyBuilder,
    at: Place,
    arguments: Vec<Argument>,
    rules: Vec<Rule>,
    groups: Vec<ParamGroup>,
    schedules: Vec<Attachment>,
    pub(super) gradients: Gradients,
    pub(super) warnings: Vec<Warning>,
}

impl Config {
    pub(super) fn new(
        entry: OptimizerEntry,
        empty: AnyBuilder,
        at: Place,
        arguments: Vec<Argument>,
        rules: Vec<Rule>,
        schedules: Vec<Attachment>,
    ) -> Self {
        Self {
            entry,
            empty,
            at,
            arguments,
            rules,
            groups: Vec::new(),
            schedules,
            gradients: Gradients::default(),
            warnings: Vec::new(),
        }
    }

    /// Reads a configuration in YAML or JSON, see [`Configure::trainer`].
    ///
    /// # Errors
    ///
    /// See [`Configure::trainer`].
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        Configure::new().trainer(Document::parse(text)?)
    }

    /// Reads a file in YAML or JSON, see [`Configure::trainer`].
    ///
    /// # Errors
    ///
    /// See [`Configure::trainer`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        Configure::new().trainer(Document::open(path)?)
    }

    /// The place of its arguments.
    pub(super) fn place(&self) -> &Place {
        &self.at
    }

    /// The optimizer as the owner of its arguments.
    pub(super) fn owner(&self) -> Owner {
        owner(&self.empty)
    }

    /// The kind of optimizer.
    pub fn entry(&self) -> &OptimizerEntry {
        &self.entry
    }

    /// The arguments that were given, by name.
    pub fn arguments(&self) -> impl Iterator<Item = (&'static str, &Setting)> {
        self.arguments.iter().map(|argument| (argument.info.name, &argument.value))
    }

    /// The schedules, each with what it is for.
    pub fn schedules(&self) -> &[Attachment] {
        &self.schedules
    }

    /// The warnings: things that should be looked at.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Adds parameter groups, those of [`configure_param_groups`](super::configure_param_groups) say. A parameter must not be in one
    /// of them and match a pattern of the configuration too.
    #[must_use]
    pub fn param_groups(mut self, groups: impl IntoIterator<Item = ParamGroup>) -> Self {
        self.groups.extend(groups);
        self
    }

    /// A wrapper's builder without settings, with this optimizer inside.
    pub(super) fn around(&self, wrapper: &OptimizerEntry) -> Result<AnyBuilder, ConfigError> {
        wrapper.builder().inner(self.empty.clone()).map_err(|error| ConfigError::new(self.at.clone(), error))
    }

    /// Adds what was configured for the inner optimizer, under the names that it has there.
    pub(super) fn with_inner(mut self, inner: Self) -> Self {
        let own = self.entry.hypers.len();
        let infos = self.empty.hypers();
        let place = |name: &str| inner.empty.hypers().iter().position(|info| info.name == name);
        let within = |name: &str| place(name).and_then(|place| infos.get(own + place));
        let argument = |argument: Argument| Some(Argument { info: within(argument.info.name)?, ..argument });
        self.arguments.extend(inner.arguments.iter().cloned().filter_map(argument));
        self.rules.extend(inner.rules.iter().cloned().map(|rule| {
            let settings = rule.settings.iter().filter_map(|(name, value)| Some((within(name)?.name, value.clone())));
            Rule { settings: settings.collect(), ..rule }
        }));
        self.schedules.extend(inner.schedules.iter().cloned().map(|schedule| match within(schedule.hyper()) {
            Some(info) => schedule.of(info.name),
            None => schedule,
        }));
        self.warnings.extend(inner.warnings);
        self
    }

    /// The hyperparameter of this name; of a wrapper that has none, that of the inner optimizer.
    fn hyper(&self, name: &str) -> Option<&'static HyperInfo> {
        let infos = self.empty.hypers();
        let inside = |info: &&HyperInfo| info.name.strip_suffix(name).is_some_and(|field| field.ends_with('.'));
        infos.iter().find(|info| info.name == name).or_else(|| infos.iter().find(inside))
    }

    /// The name of the learning rate.
    pub(super) fn learning_rate(&self) -> &'static str {
        self.hyper("lr").map_or("lr", |info| info.name)
    }

    pub(super) fn add_schedule(&mut self, schedule: Attachment) -> Result<(), ConfigError> {
        let name = self.hyper(schedule.hyper()).map(|info| info.name);
        let schedule = name.map_or(schedule.clone(), |name| schedule.of(name));
        schedule.against(&self.schedules)?;
        self.schedules.push(schedule);
        Ok(())
    }

    /// Returns true if the optimizer can't do without a learning rate, and has none.
    pub(super) fn lacks_learning_rate(&self) -> bool {
        let Some(info) = self.hyper("lr") else { return false };
        if self.arguments.iter().any(|argument| argument.info.name == info.name && argument.value != Setting::None) {
            return false;
        }
        match info.default.map(|default| default()) {
            None => true,
            // It depends on the optimizer's other arguments if it can choose its own.
            Some(Setting::None) => {
                let runs = |builder: AnyBuilder| builder.graph(&[2, 2], 1).is_ok();
                self.builder()
                    .is_ok_and(|builder| !runs(builder.clone()) && builder.set(info.name, 1.0).is_ok_and(runs))
            }
            Some(_) => false,
        }
    }

    pub(super) fn set_learning_rate(&mut self, value: f64, place: Place) {
        if let Some(info) = self.hyper("lr") {
            self.arguments.retain(|argument| argument.info.name != info.name);
            self.arguments.push(Argument { info, value: Setting::Float(value), place });
        }
    }

    fn builder(&self) -> Result<AnyBuilder, HyperError> {
        let set = |builder: AnyBuilder, argument: &Argument| builder.set(argument.info.name, argument.value.clone());
        self.arguments.iter().try_fold(self.empty.clone(), set)
    }

    /// Makes the optimizer for these parameters: assigns them to groups, allocates every state and attaches the schedules.
    ///
    /// # Errors
    ///
    /// Arguments out of range, patterns that match nothing or disagree, tags that no group has, two schedules for one
    /// number, and everything else that [`AnyBuilder::build`] refuses.
    pub fn build<P: BuildFrom + ?Sized>(&self, params: &P) -> Result<Box<dyn AnyOptimizer<P::Elem>>, ConfigError> {
        let at = |error: HyperError| located(error, self.at.clone(), &self.arguments);
        let mut builder = self.gradients.add_to(self.builder().map_err(at)?);
        let groups = groups(&self.rules, &names(params))?;
        for group in groups.iter().chain(&self.groups) {
            builder = group.add_to(builder).map_err(at)?;
        }
        let mut optimizer = builder.build(params).map_err(|error| match error {
            BuildError::Hyper { group, error } if group == optim_core::optimizer::DEFAULT_GROUP => at(error),
            error => ConfigError::new(self.at.clone(), error),
        })?;
        for attachment in &self.schedules {
            attachment.attach(&mut *optimizer).map_err(|error| ConfigError::new(attachment.place().clone(), error))?;
        }
        for group in groups.iter().chain(&self.groups).filter(|group| group.adjust_learning_rate.is_some()) {
            let infos = optimizer.group_infos();
            let settings = infos.iter().filter(|info| info.name == group.name).flat_map(|info| &info.settings);
            let lr = settings.clone().find(|(name, _)| *name == self.learning_rate()).map(|(_, value)| scaled(value));
            if let Some(Some(value)) = lr {
                optimizer
                    .set_in(&group.name, self.learning_rate(), value)
                    .map_err(|error| ConfigError::new(self.at.clone(), Problem::Hyper(error)))?;
            }
        }
        Ok(optimizer)
    }
}

/// A learning rate that takes the factor of its group; none if it does already.
fn scaled(lr: &Setting) -> Option<Setting> {
    match lr {
        Setting::Scheduled(schedule) if schedule.for_group(1.0).is_some() => None,
        Setting::Scheduled(schedule) => Some(Setting::schedule(ScalePerParamLR::new(std::sync::Arc::clone(schedule)))),
        number => number.as_f64().map(|number| Setting::schedule(ScalePerParamLR::new(number))),
    }
}
