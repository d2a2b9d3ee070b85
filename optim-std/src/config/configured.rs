//! A whole configuration: one optimizer, or several that share the parameters.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use optim_core::{
    AnyBuilder, BuildError, BuildFrom, HyperError, Optimizer, OptimizerEntry, Partition, Setting, Storage,
};

use super::argument::Owner;
use super::attached::Attachment;
use super::error::{ConfigError, Problem, Warning};
use super::gradients::Gradients;
use super::groups::ParamGroup;
use super::optimizer_config::{ConfiguredRule, OptimizerConfig, PartitionInside};
use super::place::Place;
use super::rule_match::RuleMatch;
use super::{Configure, Document};

/// An optimizer, its arguments, groups and schedules, as configured. [`build`](Self::build) creates the optimizer for a model.
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
    at: Place,
    rules: Vec<ConfiguredRule>,
    /// The wrappers around a partition, combined.
    around: Option<Around>,
    groups: Vec<ParamGroup>,
    pub(super) gradients: Gradients,
    pub(super) warnings: Vec<Warning>,
}

/// Wrappers around a partition.
#[derive(Clone, Debug)]
struct Around {
    config: OptimizerConfig,
    /// The outermost first: see [`PartitionInside`].
    wrappers: Vec<(OptimizerEntry, Vec<(String, Storage)>)>,
}

impl Config {
    /// One optimizer, or a partition with the wrappers around it.
    pub(super) fn of(mut optimizer: OptimizerConfig) -> Self {
        let (at, inside) = (optimizer.at.clone(), optimizer.inside.take());
        let (rules, around) = match inside {
            None => (vec![ConfiguredRule { rule: None, optimizer, fields: String::new() }], None),
            Some(inside) => {
                let fields = inside.fields();
                let PartitionInside { rules, wrappers } = inside;
                let rules = rules.into_iter().map(|rule| ConfiguredRule { fields: fields.clone(), ..rule }).collect();
                (rules, (!wrappers.is_empty()).then_some(Around { config: optimizer, wrappers }))
            }
        };
        Self { at, rules, around, groups: Vec::new(), gradients: Gradients::default(), warnings: Vec::new() }
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

    /// The owner of the arguments: the single optimizer, or the wrapper around a partition.
    pub(super) fn owner(&self) -> Option<Owner> {
        match &self.rules[..] {
            [ConfiguredRule { rule: None, optimizer, .. }] => Some(optimizer.owner()),
            _ => self.around.as_ref().map(|around| around.config.owner()),
        }
    }

    /// The optimizers, each to be completed.
    pub(super) fn optimizers_mut(&mut self) -> impl Iterator<Item = &mut OptimizerConfig> {
        let around = self.around.iter_mut().map(|around| &mut around.config);
        around.chain(self.rules.iter_mut().map(|rule| &mut rule.optimizer))
    }

    /// The optimizer. For a partition, the wrappers around it and the optimizers of its rules.
    pub fn entries(&self) -> impl Iterator<Item = &OptimizerEntry> {
        let around = self.around.iter().flat_map(|around| &around.wrappers).map(|(entry, _)| entry);
        around.chain(self.rules.iter().map(|rule| &rule.optimizer.entry))
    }

    /// The arguments of the document, by name. In a partition, a name begins with the rule, except for a wrapper around
    /// the partition.
    pub fn arguments(&self) -> impl Iterator<Item = (Cow<'static, str>, &Setting)> {
        let around = self.around.iter().flat_map(|around| &around.config.arguments);
        let around = around.map(|argument| (argument.info.name.into(), &argument.value));
        around.chain(self.rules.iter().flat_map(|rule| {
            rule.optimizer.arguments.iter().map(|argument| {
                let name = argument.info.name;
                let name = if rule.rule.is_some() { rule.setting(name).into() } else { name.into() };
                (name, &argument.value)
            })
        }))
    }

    /// The schedules, each with its hyperparameter and groups.
    pub fn schedules(&self) -> impl Iterator<Item = Attachment> {
        let around = self.around.iter().flat_map(|around| around.config.schedules.iter().cloned());
        around.chain(self.rules.iter().flat_map(|rule| {
            let schedules = rule.optimizer.schedules.iter();
            schedules.map(|schedule| schedule.clone().of(&rule.setting(schedule.hyper())))
        }))
    }

    /// The warnings.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Adds parameter groups, for example from [`configure_param_groups`](super::configure_param_groups). A parameter must not be in one
    /// of them and match a pattern of the configuration too.
    #[must_use]
    pub fn param_groups(mut self, groups: impl IntoIterator<Item = ParamGroup>) -> Self {
        self.groups.extend(groups);
        self
    }

    /// Adds a schedule from the top of the document.
    pub(super) fn add_schedule(&mut self, schedule: Attachment) -> Result<(), ConfigError> {
        let own = |rule: &ConfiguredRule, hyper: &str| -> Option<String> {
            match &rule.rule {
                None => Some(hyper.to_owned()),
                Some((name, _)) => {
                    let own = hyper.strip_prefix(name.as_str())?.strip_prefix('.')?;
                    // The name may or may not contain the fields of the wrappers around the partition.
                    Some(own.strip_prefix(rule.fields.as_str()).unwrap_or(own).to_owned())
                }
            }
        };
        if let Some(around) = &mut self.around
            && around.config.hyper(schedule.hyper()).is_some()
        {
            return around.config.add_schedule(schedule);
        }
        let found = self.rules.iter_mut().find_map(|rule| Some((own(rule, schedule.hyper())?, rule)));
        let Some((hyper, rule)) = found else {
            let known = self.rules.iter().map(|rule| rule.setting(schedule.hyper())).collect();
            let name = schedule.hyper().to_owned();
            let error = HyperError::UnknownInPartition { name, nearest: None, known };
            return Err(ConfigError::new(schedule.place().clone(), Problem::Hyper(error)));
        };
        rule.optimizer.add_schedule(schedule.of(&hyper))
    }

    /// Builds the optimizer for these parameters. It assigns them to rules and groups, allocates every state and
    /// attaches the schedules.
    ///
    /// # Errors
    ///
    /// Returns an error if an argument is out of range, a pattern matches nothing or contradicts another, no group has a tag, or two schedules set
    /// the same number. Also returns the errors of [`AnyBuilder::build`](optim_core::AnyBuilder::build) and [`Partition::build`].
    pub fn build<P: BuildFrom + ?Sized>(&self, params: &P) -> Result<Optimizer<P::Elem>, ConfigError> {
        let mut all: Vec<(String, usize)> =
            params.declared().iter().map(|param| (param.name().to_owned(), param.ndim())).collect();
        // For each rule: the groups of its parameters.
        let mut groups = Vec::with_capacity(self.rules.len());
        for ConfiguredRule { rule, optimizer, .. } in &self.rules {
            let (own, others) =
                all.into_iter().partition(|(name, ndim)| rule.as_ref().is_none_or(|(_, rule)| rule.takes(name, *ndim)));
            all = others;
            let own: Vec<String> = Vec::from_iter(own).into_iter().map(|(name, _): (String, usize)| name).collect();
            // An optional rule without parameters.
            if own.is_empty() && rule.as_ref().is_some_and(|(_, rule)| rule.optional) {
                groups.push(None);
                continue;
            }
            let mut found = optimizer.groups(&own)?;
            match rule {
                None => found.extend(self.groups.iter().cloned()),
                Some(_) => {
                    let own: HashSet<&str> = own.iter().map(String::as_str).collect();
                    found.extend(self.groups.iter().filter_map(|group| group.of(&own)));
                }
            }
            groups.push(Some(found));
        }
        let taken = |group: &ParamGroup| groups.iter().flatten().flatten().any(|known| known.name == group.name);
        if let Some(group) = self.groups.iter().find(|group| !taken(group)) {
            let params = params.declared().iter().map(|param| param.name().to_owned()).collect();
            return Err(ConfigError::new(
                self.at.clone(),
                BuildError::EmptyGroup { group: group.name.clone(), params },
            ));
        }
        let mut built = self.built(params, &groups)?;
        if let Some(around) = &self.around {
            around.config.attach(&mut built, str::to_owned)?;
        }
        for (rule, groups) in self.rules.iter().zip(&groups) {
            let Some(groups) = groups else { continue };
            rule.optimizer.attach(&mut built, |name| rule.setting(name))?;
            rule.optimizer.adjust(&mut built, groups, (|name: &str| rule.full(name), &rule.fields))?;
        }
        Ok(built)
    }

    /// The wrapper around the partition whose setting causes the error.
    fn wrapper_of(&self, error: &HyperError) -> Option<&OptimizerConfig> {
        let (HyperError::Type { optimizer, .. }
        | HyperError::Range { optimizer, .. }
        | HyperError::NotScheduled { optimizer, .. }) = error
        else {
            return None;
        };
        let around = self.around.as_ref()?;
        around.wrappers.iter().any(|(entry, _)| entry.name == *optimizer).then_some(&around.config)
    }

    /// The rule that takes a parameter. Two rules may have views of the same name.
    fn rule_of<P: BuildFrom + ?Sized>(&self, params: &P, name: &str) -> Option<&ConfiguredRule> {
        let declared = params.declared();
        let param = declared.iter().find(|param| param.name() == name)?;
        let takes = |rule: &RuleMatch| rule.takes(param.name(), param.ndim());
        self.rules.iter().find(|known| known.rule.as_ref().is_none_or(|(_, rule)| takes(rule)))
    }

    /// The optimizer, with these groups for each rule.
    fn built<P: BuildFrom + ?Sized>(
        &self,
        params: &P,
        groups: &[Option<Vec<ParamGroup>>],
    ) -> Result<Optimizer<P::Elem>, ConfigError> {
        let built = match (&self.rules[..], groups) {
            ([ConfiguredRule { rule: None, optimizer, .. }], [Some(groups)]) => {
                self.gradients.clone().add_to(optimizer.grouped(groups)?).build(params)
            }
            (rules, _) => {
                let mut partition = Partition::new();
                for (ConfiguredRule { rule, optimizer, .. }, groups) in rules.iter().zip(groups) {
                    let (name, takes) = rule.clone().unwrap_or_default();
                    let optional = takes.optional;
                    let builder = optimizer.grouped(groups.as_deref().unwrap_or_default())?;
                    partition = partition.rule(name, move |param| takes.takes(param.name(), param.ndim()), builder);
                    partition = if optional { partition.optional() } else { partition };
                }
                let builder = match &self.around {
                    None => AnyBuilder::from(partition),
                    Some(Around { config, wrappers }) => config.around_partition(partition, wrappers)?,
                };
                self.gradients.clone().add_to(builder).build(params)
            }
        };
        built.map_err(|error| match error {
            BuildError::Hyper { group, error } => {
                if let Some(wrapper) = self.wrapper_of(&error) {
                    return wrapper.located(error);
                }
                let of_rule = |known: &&ConfiguredRule| match &known.rule {
                    None => group == optim_core::DEFAULT_GROUP,
                    Some((name, _)) => *name == group,
                };
                match self.rules.iter().find(of_rule) {
                    Some(rule) => rule.optimizer.located(error),
                    None => ConfigError::new(self.at.clone(), BuildError::Hyper { group, error }),
                }
            }
            BuildError::Watch(error) => {
                let place = self.gradients.place_of(&error).unwrap_or(&self.at);
                ConfigError::new(place.clone(), BuildError::Watch(error))
            }
            error => {
                let view = match &error {
                    BuildError::EmptyView { view, params } => params.first().map(|param| (view, param)),
                    BuildError::ViewElements { view, param, .. } => Some((view, param)),
                    BuildError::TwoViews { second, param, .. } => Some((second, param)),
                    _ => None,
                };
                let place =
                    view.and_then(|(view, param)| Some(&self.rule_of(params, param)?.optimizer.view(view)?.place));
                ConfigError::new(place.unwrap_or(&self.at).clone(), error)
            }
        })
    }
}
