//! The configuration of a training run: an optimizer and its schedules.

use super::argument::Owner;
use super::configured::Config;
use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::gradients::Gradients;
use super::keys::{OPTIMIZER, PARTITION, SCHEDULERS};
use super::misplaced::{KnownKeys, misplaced, outside};
use super::optimizer::ConfiguredRate;
use super::optimizer_config::OptimizerConfig;
use super::reader::Reader;

/// The key of the optimizer's name in the old form.
const TYPE: &str = "optimizer_type";

impl Reader<'_> {
    /// The optimizer and the schedules of a whole document.
    pub(super) fn trainer(&mut self, root: &Cursor<'_>) -> Result<Config, ConfigError> {
        let init = init(root)?;
        let mut gradients = Gradients::default();
        for entry in init.entries("a mapping with `optimizer` and `schedulers`")? {
            if Gradients::KEYS.contains(&entry.key.name.as_str()) {
                gradients.take(&entry)?;
            }
        }
        let Some(optimizer) = init.get(OPTIMIZER) else {
            self.refuse_misplaced(root, &init, None)?;
            let help = "`optimizer: {AdamW: {lr: 0.001}}`";
            return Err(init.error(Problem::Missing { key: OPTIMIZER.to_owned(), help }));
        };
        let mut config = match optimizer.get(TYPE) {
            Some(name) => Config::of(self.of_type(&optimizer, &name)?),
            None => Config::of(self.of_name(&optimizer, ConfiguredRate::Schedule)?),
        };
        self.refuse_misplaced(root, &init, config.owner().as_ref())?;
        config.gradients = gradients;
        if let Some(schedulers) = init.get(SCHEDULERS) {
            let each = match schedulers.data() {
                Data::Null => Vec::new(),
                Data::List(_) => schedulers.items().unwrap_or_default(),
                _ => vec![schedulers],
            };
            for schedule in &each {
                let attachment = self.attachment(schedule)?;
                config.add_schedule(attachment)?;
            }
        }
        config.optimizers_mut().try_for_each(|optimizer| self.with_learning_rate(optimizer))?;
        Ok(config)
    }

    /// `{AdamW: {arguments}}`, or `{Partition: [rules]}`.
    pub(super) fn of_name(
        &mut self,
        at: &Cursor<'_>,
        learning_rate: ConfiguredRate,
    ) -> Result<OptimizerConfig, ConfigError> {
        let only = &self.only_entry(at)?;
        if only.key.name == PARTITION {
            return self.partition(&only.value, learning_rate);
        }
        let entries = only.value.entries("a mapping of arguments")?;
        let name = (only.key.name.as_str(), only.place());
        self.optimizer(name, &only.value, entries, learning_rate)
    }

    /// The only entry of a mapping, apart from misplaced keys.
    fn only_entry<'d>(&mut self, at: &Cursor<'d>) -> Result<Entry<'d>, ConfigError> {
        const EXPECTED: &str = "one optimizer, `{AdamW: {lr: 0.001}}`";
        let mut named = at.entries(EXPECTED)?;
        // A misplaced key next to the name is reported with its right place.
        if named.len() > 1 {
            for entry in &named {
                if let Some(help) = outside(&entry.key.name) {
                    self.notes.refuse(misplaced(entry, help))?;
                }
            }
            named.retain(|entry| outside(&entry.key.name).is_none());
        }
        match <[_; 1]>::try_from(named) {
            Ok([only]) => Ok(only),
            Err(_) => Err(at.expected(EXPECTED)),
        }
    }

    /// `{optimizer_type: AdamW, arguments}`.
    fn of_type(&mut self, at: &Cursor<'_>, name: &Cursor<'_>) -> Result<OptimizerConfig, ConfigError> {
        let text = name.text().ok_or_else(|| name.expected("the name of an optimizer"))?;
        let mut entries = at.entries("a mapping of arguments")?;
        entries.retain(|entry| entry.key.name != TYPE);
        self.optimizer((text, name.place()), at, entries, ConfiguredRate::Schedule)
    }

    /// Refuses our keys in wrong places: next to `optimizer`, which is in `init`, and in the mappings around it.
    /// `owner` is the optimizer, if there is one.
    fn refuse_misplaced(
        &mut self,
        root: &Cursor<'_>,
        init: &Cursor<'_>,
        owner: Option<&Owner>,
    ) -> Result<(), ConfigError> {
        let trainer = root.get("trainer");
        let nested = trainer.as_ref().and_then(|trainer| trainer.get("init"));
        for mapping in [Some(root.clone()), root.get("init"), trainer, nested].into_iter().flatten() {
            if !matches!(mapping.data(), Data::Map(_)) {
                continue;
            }
            let names = KnownKeys::new(mapping.path == init.path, owner);
            for error in mapping.entries("a mapping")?.iter().filter_map(|entry| names.refuses(entry)) {
                self.notes.refuse(error)?;
            }
        }
        Ok(())
    }
}

/// The place of the optimizer: `trainer.init`, `init`, or the top.
fn init<'d>(root: &Cursor<'d>) -> Result<Cursor<'d>, ConfigError> {
    if let Some(trainer) = root.get("trainer") {
        let missing = || {
            trainer.error(Problem::Missing { key: "init".to_owned(), help: "it holds `optimizer` and `schedulers`" })
        };
        return trainer.get("init").ok_or_else(missing);
    }
    match root.get("init") {
        Some(init) if root.get(OPTIMIZER).is_none() => Ok(init),
        _ => Ok(root.clone()),
    }
}
