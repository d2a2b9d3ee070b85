//! Keys that mean something, but not where they stand.

use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::gradients::Gradients;
use super::reader::Reader;
use super::schedule::{KEY, TAGS, WARMUP};
use super::trainer::{OPTIMIZER, SCHEDULERS};

const BESIDE_OPTIMIZER: &str = "write it next to `optimizer`";
const IN_OPTIMIZER: &str = "write it among the arguments of the optimizer: `optimizer: {AdamW: {lr: 0.001}}`";
const IN_SCHEDULE: &str = "write it among the arguments of a schedule: `{CosineDecayLR: {…, warmup: 100}}`";
const IN_SCHEDULERS: &str = "write it in an entry of `schedulers`";

/// Arguments of optimizers whose names mean nothing else, whatever a document is about.
const ARGUMENTS: [&str; 7] =
    ["lr", "learning_rate", "weight_decay", "momentum", "betas", "eps", "adjust_learning_rate"];

/// The place where a key belongs that is not an argument of any optimizer, group or schedule.
pub(super) fn outside(key: &str) -> Option<&'static str> {
    match key {
        OPTIMIZER | SCHEDULERS => Some(BESIDE_OPTIMIZER),
        WARMUP => Some(IN_SCHEDULE),
        key if Gradients::KEYS.contains(&key) => Some(BESIDE_OPTIMIZER),
        _ => None,
    }
}

/// The place where a key belongs that stands among those of others.
fn inside(key: &str) -> Option<&'static str> {
    match key {
        WARMUP => Some(IN_SCHEDULE),
        TAGS | KEY => Some(IN_SCHEDULERS),
        key => ARGUMENTS.contains(&key).then_some(IN_OPTIMIZER),
    }
}

/// The error for a key that belongs elsewhere.
pub(super) fn misplaced(entry: &Entry<'_>, help: &'static str) -> ConfigError {
    ConfigError::new(entry.place(), Problem::Misplaced { key: entry.key.name.clone(), help })
}

impl Reader<'_> {
    /// Refuses keys of ours that are left alone where they stand: next to `optimizer`, which is in `init`, and in the mappings around it.
    pub(super) fn refuse_misplaced(&mut self, root: &Cursor<'_>, init: &Cursor<'_>) -> Result<(), ConfigError> {
        let trainer = root.get("trainer");
        let nested = trainer.as_ref().and_then(|trainer| trainer.get("init"));
        for mapping in [Some(root.clone()), root.get("init"), trainer, nested].into_iter().flatten() {
            if !matches!(mapping.data(), Data::Map(_)) {
                continue;
            }
            for entry in mapping.entries("a mapping")? {
                let key = entry.key.name.as_str();
                let help = if mapping.path == init.path { inside(key) } else { outside(key).or_else(|| inside(key)) };
                if let Some(help) = help {
                    self.notes.refuse(misplaced(&entry, help))?;
                }
            }
        }
        Ok(())
    }
}
