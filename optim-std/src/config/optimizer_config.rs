//! The configuration of one optimizer.

use optim_core::{AnyBuilder, Float, HyperError, HyperInfo, Optimizer, OptimizerEntry, Partition, Setting, Storage};

use super::argument::{Argument, OldNames, Owner, located};
use super::attached::Attachment;
use super::error::{ConfigError, Problem};
use super::groups::{ParamGroup, Rule, groups};
use super::place::Place;
use super::rule_match::RuleMatch;
use super::views::ConfiguredView;
use crate::schedulers::ScalePerParamLR;

const OLD: OldNames = OldNames {
    one: &[("weight_decay", &["weight_decay_rate"])],
    halves: &[
        ("betas", ["beta1", "beta2"]),
        ("eps", ["eps1", "eps2"]),
        ("etas", ["eta1", "eta2"]),
        ("step_sizes", ["step_size_min", "step_size_max"]),
    ],
};

/// An optimizer, its arguments, groups and schedules, as configured.
#[derive(Clone, Debug)]
pub(super) struct OptimizerConfig {
    pub(super) entry: OptimizerEntry,
    /// A builder without settings, but with inner optimizers, views and storages.
    pub(super) empty: AnyBuilder,
    pub(super) at: Place,
    pub(super) arguments: Vec<Argument>,
    pub(super) rules: Vec<Rule>,
    /// The views in the builder.
    pub(super) views: Vec<ConfiguredView>,
    pub(super) schedules: Vec<Attachment>,
    /// The partition, if the optimizer is one or wraps one.
    pub(super) inside: Option<PartitionInside>,
}

/// A partition, and the wrappers around it.
#[derive(Clone, Debug)]
pub(super) struct PartitionInside {
    pub(super) rules: Vec<ConfiguredRule>,
    /// The wrappers, outermost first, each with the storage of its states.
    pub(super) wrappers: Vec<(OptimizerEntry, Vec<(String, Storage)>)>,
}

/// An optimizer, and the parameters that it takes.
#[derive(Clone, Debug)]
pub(super) struct ConfiguredRule {
    /// Its name in a partition, and the parameters that it takes; `None` for a single optimizer.
    pub(super) rule: Option<(String, RuleMatch)>,
    pub(super) optimizer: OptimizerConfig,
    /// The fields of the wrappers around the partition that lead to the optimizer: `inner.`.
    pub(super) fields: String,
}

impl ConfiguredRule {
    /// The full name of a group in the partition.
    pub(super) fn full(&self, name: &str) -> String {
        self.rule.as_ref().map_or_else(|| name.to_owned(), |(rule, _)| format!("{rule}.{name}"))
    }

    /// The full name of a setting in the partition.
    pub(super) fn setting(&self, name: &str) -> String {
        self.full(&format!("{}{name}", self.fields))
    }
}

impl PartitionInside {
    /// The fields of these wrappers that lead to the optimizers of the rules, `inner.`; empty without wrappers.
    pub(super) fn fields(&self) -> String {
        self.wrappers.iter().filter_map(|(entry, _)| entry.inner).map(|field| format!("{field}.")).collect()
    }
}

impl OptimizerConfig {
    /// An optimizer without any other configuration.
    pub(super) fn new(entry: OptimizerEntry, empty: AnyBuilder, at: Place) -> Self {
        let (arguments, rules, views, schedules) = Default::default();
        Self { entry, empty, at, arguments, rules, views, schedules, inside: None }
    }

    /// Puts this wrapper, with its states in these storages, around the partition.
    pub(super) fn with_partition(self, inner: Self, stored: Vec<(String, Storage)>) -> Self {
        let entry = self.entry;
        let around = |mut inside: PartitionInside| {
            inside.wrappers.insert(0, (entry, stored));
            inside
        };
        Self { inside: inner.inside.map(around), ..self }
    }

    /// The builder of a partition with these wrappers around it.
    pub(super) fn around_partition(
        &self,
        partition: Partition,
        wrappers: &[(OptimizerEntry, Vec<(String, Storage)>)],
    ) -> Result<AnyBuilder, ConfigError> {
        let mut builder = AnyBuilder::from(partition);
        for (entry, stored) in wrappers.iter().rev() {
            builder = entry.builder().inner(builder).map_err(|error| ConfigError::new(self.at.clone(), error))?;
            builder = stored.iter().fold(builder, |builder, (state, storage)| builder.storage(state, *storage));
        }
        self.given_to(builder).map_err(|error| self.located(error))
    }

    /// The view with this name.
    pub(super) fn view(&self, name: &str) -> Option<&ConfiguredView> {
        self.views.iter().find(|view| view.name == name)
    }

    /// The optimizer as the owner of its arguments.
    pub(super) fn owner(&self) -> Owner {
        owner(&self.empty)
    }

    /// The wrapper's builder without settings, around this optimizer.
    pub(super) fn around(&self, wrapper: &OptimizerEntry) -> Result<AnyBuilder, ConfigError> {
        wrapper.builder().inner(self.empty.clone()).map_err(|error| ConfigError::new(self.at.clone(), error))
    }

    /// Adds the configuration of the inner optimizer, with the names that its settings have in the wrapper.
    pub(super) fn with_inner(mut self, inner: &Self) -> Self {
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
        self
    }

    /// The hyperparameter with this name. If a wrapper has none, the inner optimizer's.
    pub(super) fn hyper(&self, name: &str) -> Option<&'static HyperInfo> {
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

    /// Returns true if the optimizer needs a learning rate and has none.
    pub(super) fn lacks_learning_rate(&self) -> bool {
        let Some(info) = self.hyper("lr") else { return false };
        if self.arguments.iter().any(|argument| argument.info.name == info.name && argument.value != Setting::None) {
            return false;
        }
        match info.default.map(|default| default()) {
            None => true,
            // Without a value, other arguments decide whether the optimizer chooses its learning rate.
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
        self.given_to(self.empty.clone())
    }

    /// A builder with these arguments.
    fn given_to(&self, builder: AnyBuilder) -> Result<AnyBuilder, HyperError> {
        let set = |builder: AnyBuilder, argument: &Argument| builder.set(argument.info.name, argument.value.clone());
        self.arguments.iter().try_fold(builder, set)
    }

    /// The groups of these parameters.
    pub(super) fn groups(&self, params: &[String]) -> Result<Vec<ParamGroup>, ConfigError> {
        groups(&self.rules, params)
    }

    /// A builder with the settings, and with these groups.
    pub(super) fn grouped(&self, groups: &[ParamGroup]) -> Result<AnyBuilder, ConfigError> {
        let at = |error: HyperError| self.located(error);
        let builder = self.builder().map_err(at)?;
        groups.iter().try_fold(builder, |builder, group| group.add_to(builder).map_err(at))
    }

    /// An error of a setting, at the place of its argument.
    pub(super) fn located(&self, error: HyperError) -> ConfigError {
        located(error, self.at.clone(), &self.arguments)
    }

    /// Attaches the schedules to the built optimizer. `full` converts names of settings: in a partition, they begin with the rule.
    pub(super) fn attach<T: Float>(
        &self,
        optimizer: &mut Optimizer<T>,
        full: impl Fn(&str) -> String,
    ) -> Result<(), ConfigError> {
        for attachment in &self.schedules {
            let at = |error| ConfigError::new(attachment.place().clone(), error);
            attachment.clone().of(&full(attachment.hyper())).attach(&mut *optimizer).map_err(at)?;
        }
        Ok(())
    }

    /// Sets the factors of the learning rate in groups. `full` converts the names of groups. `fields` leads from the
    /// wrappers around a partition to the optimizer.
    pub(super) fn adjust<T: Float>(
        &self,
        optimizer: &mut Optimizer<T>,
        groups: &[ParamGroup],
        (full, fields): (impl Fn(&str) -> String, &str),
    ) -> Result<(), ConfigError> {
        let rate = format!("{fields}{}", self.learning_rate());
        for group in groups.iter().filter(|group| group.adjust_learning_rate.is_some()) {
            let name = full(&group.name);
            let infos = optimizer.group_infos();
            let settings = infos.iter().filter(|info| info.name == name).flat_map(|info| &info.settings);
            let lr = settings.clone().find(|(name, _)| *name == rate).map(|(_, value)| scaled(value));
            if let Some(Some(value)) = lr {
                optimizer
                    .set_in(&name, &rate, value)
                    .map_err(|error| ConfigError::new(self.at.clone(), Problem::Hyper(error)))?;
            }
        }
        Ok(())
    }
}

/// A learning rate that uses the factor of its group; `None` if it already does.
fn scaled(lr: &Setting) -> Option<Setting> {
    match lr {
        Setting::Scheduled(schedule) if schedule.for_group(1.0).is_some() => None,
        Setting::Scheduled(schedule) => Some(Setting::schedule(ScalePerParamLR::new(std::sync::Arc::clone(schedule)))),
        number => number.as_f64().map(|number| Setting::schedule(ScalePerParamLR::new(number))),
    }
}

/// The hyperparameters of an optimizer and of its inner optimizers.
pub(super) fn owner(builder: &AnyBuilder) -> Owner {
    Owner { name: builder.entry().name, infos: builder.hypers(), which: 0, old: &OLD }
}
