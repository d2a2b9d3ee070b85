//! Optimizers by name and arguments.

use optim_core::{OptimizerEntry, Setting, Tags};

use super::argument::{Argument, Owner};
use super::attached::Attachment;
use super::cursor::{Cursor, Entry};
use super::error::{ConfigError, Problem, Remark};
use super::misplaced::misplaced;
use super::optimizer_config::{OptimizerConfig, owner};
use super::place::Place;
use super::reader::Reader;
use super::storage::storages;
use super::views::ConfiguredView;

/// The learning rate if neither the document nor the optimizer has one. A schedule replaces it.
const ASSUMED_LR: f64 = 0.1;

/// The advice for keys about some of the parameters, for a wrapper around a partition.
const IN_RULES: &str = "write it among the arguments of an optimizer in the rules of the partition";

/// The forms of an optimizer's `learning_rate`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ConfiguredRate {
    /// Only a number. Other code reads a schedule.
    Number,
    /// A number or a schedule.
    Schedule,
}

impl Reader<'_> {
    /// An optimizer by name. `at` is the place of its arguments.
    pub(super) fn optimizer(
        &mut self,
        (name, place): (&str, Place),
        at: &Cursor<'_>,
        entries: Vec<Entry<'_>>,
        learning_rate: ConfiguredRate,
    ) -> Result<OptimizerConfig, ConfigError> {
        let entry = *self.registry.optimizer(name).map_err(|error| ConfigError::new(place, error))?;
        let (entries, inner) = self.inner(&entry, at, entries, learning_rate)?;
        let builder = match &inner {
            None => entry.builder(),
            Some(inner) => inner.around(&entry)?,
        };
        let owner = owner(&builder);
        let (mut rules, mut others, mut given) = (Vec::new(), Vec::new(), None);
        let (mut stored, mut views) = (Vec::new(), Vec::new());
        let of_rules = inner.as_ref().is_some_and(|inner| inner.inside.is_some());
        for entry in entries {
            match entry.key.name.as_str() {
                // The optimizer's own arguments take precedence.
                name if owner.infos.iter().any(|info| info.name == name) => others.push(entry),
                "params" | "views" | "adjust_learning_rate" if of_rules => {
                    self.notes.refuse(misplaced(&entry, IN_RULES))?;
                }
                "params" => rules.extend(self.rules(&entry.value, &owner)?),
                "views" => views = ConfiguredView::all(&entry.value)?,
                "storage" => stored = storages(&entry.value)?,
                "adjust_learning_rate" => rules.extend(self.factors(&entry.value)?),
                "learning_rate" => given = Some(entry),
                _ => others.push(entry),
            }
        }
        let mut arguments = self.arguments(&owner, &others)?;
        let mut schedules = Vec::new();
        if let Some(given) = given {
            self.learning_rate(&owner, &given, learning_rate, &mut arguments, &mut schedules)?;
        }
        let builder = stored.iter().fold(builder, |builder, (state, storage)| builder.storage(state, *storage));
        let builder = views.iter().fold(builder, |builder, view| view.add_to(builder));
        let config =
            OptimizerConfig { arguments, rules, views, schedules, ..OptimizerConfig::new(entry, builder, at.place()) };
        Ok(match inner {
            None => config,
            Some(inner) => config.with_inner(&inner).with_partition(inner, stored),
        })
    }

    /// The inner optimizer of a wrapper, as `{AdamW: {…}}` or as a name, and all other entries.
    fn inner<'d>(
        &mut self,
        entry: &OptimizerEntry,
        at: &Cursor<'_>,
        entries: Vec<Entry<'d>>,
        learning_rate: ConfiguredRate,
    ) -> Result<(Vec<Entry<'d>>, Option<OptimizerConfig>), ConfigError> {
        let Some(field) = entry.inner else { return Ok((entries, None)) };
        at.shallow()?;
        let (inner, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(|entry| entry.key.name == field);
        let help = "the inner optimizer, `{AdamW: {lr: 0.001}}`";
        let missing = || at.error(Problem::Missing { key: field.to_owned(), help });
        let inner = &inner.first().ok_or_else(missing)?.value;
        let config = match inner.text() {
            Some(name) => self.optimizer((name, inner.place()), inner, Vec::new(), learning_rate)?,
            None => self.of_name(inner, learning_rate)?,
        };
        Ok((others, Some(config)))
    }

    fn learning_rate(
        &mut self,
        owner: &Owner,
        given: &Entry<'_>,
        takes: ConfiguredRate,
        arguments: &mut Vec<Argument>,
        schedules: &mut Vec<Attachment>,
    ) -> Result<(), ConfigError> {
        let Some(info) = owner.infos.iter().find(|info| info.name == "lr") else {
            let known = owner.infos.iter().map(|info| info.name.to_owned()).collect();
            return self.notes.refuse(given.unknown(owner.name, "argument", known));
        };
        if arguments.iter().any(|argument| argument.info.name == "lr") {
            let twice = Problem::Twice { given: "learning_rate".to_owned(), name: "lr".to_owned() };
            return self.notes.refuse(ConfigError::new(given.place(), twice));
        }
        let at = &given.value;
        if let Some(number) = at.numeric() {
            arguments.push(Argument { info, value: Setting::Float(number), place: at.place() });
        } else if !at.document.is_empty() {
            match (takes, self.schedule(at)?) {
                (ConfiguredRate::Schedule, schedule) => {
                    schedules.push(Attachment::new("lr", Tags::all(), schedule, at.place()));
                }
                (ConfiguredRate::Number, _) => self.notes.warn(at.place(), Remark::NotHere),
            }
        }
        Ok(())
    }

    /// Makes sure that there is a learning rate.
    pub(super) fn with_learning_rate(&mut self, config: &mut OptimizerConfig) -> Result<(), ConfigError> {
        if !config.lacks_learning_rate() {
            return Ok(());
        }
        let first = config
            .schedules
            .iter()
            .find(|attachment| attachment.hyper() == config.learning_rate() && attachment.groups().is_all());
        if let Some(first) = first {
            // The first schedule replaces this value before any step uses it.
            let value = first.schedule().at(0);
            config.set_learning_rate(value, first.place().clone());
            return Ok(());
        }
        let place = config.at.clone();
        if !self.notes.lenient {
            let help = "the learning rate, or a schedule for it";
            return Err(ConfigError::new(place, Problem::Missing { key: "lr".to_owned(), help }));
        }
        self.notes.warn(place.clone(), Remark::Assumed { name: "lr".to_owned(), value: ASSUMED_LR });
        config.set_learning_rate(ASSUMED_LR, place);
        Ok(())
    }
}
