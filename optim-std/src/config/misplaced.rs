//! Keys that mean something, but not where they stand, and those of other libraries.

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
const CLIP_NORM: &str = "write `clip_norm: 1.0` next to `optimizer`";
const CLIP_VALUE: &str = "write `clip_value: 1.0` next to `optimizer`";
const A_SCHEDULE: &str =
    "write `schedulers: [{CosineDecayLR: {…}}]` next to `optimizer`, a list of schedules with their arguments";
const BETAS: &str = "write `betas: [0.9, 0.999]` among the arguments of the optimizer";
const EPS: &str = "write `eps: 1e-8` among the arguments of the optimizer";

/// Arguments of optimizers whose names mean nothing else, whatever a document is about.
const ARGUMENTS: [&str; 7] =
    ["lr", "learning_rate", "weight_decay", "momentum", "betas", "eps", "adjust_learning_rate"];

/// Names that other libraries have for settings of ours, and what to write instead. They mean nothing in any place.
const THEIRS: [(&str, &str); 15] = [
    ("clip_grad_norm", CLIP_NORM),
    ("clip_grad_norm_", CLIP_NORM),
    ("gradient_clip_val", CLIP_NORM),
    ("gradient_clip_norm", CLIP_NORM),
    ("gradient_clipping", CLIP_NORM),
    ("max_grad_norm", CLIP_NORM),
    ("max_gradient_norm", CLIP_NORM),
    ("clip_grad_value", CLIP_VALUE),
    ("clip_grad_value_", CLIP_VALUE),
    ("max_gradient_value", CLIP_VALUE),
    ("lr_scheduler", A_SCHEDULE),
    ("lr_scheduler_type", A_SCHEDULE),
    ("adam_beta1", BETAS),
    ("adam_beta2", BETAS),
    ("adam_epsilon", EPS),
];

/// The name to write for one of another library.
pub(super) fn theirs(key: &str) -> Option<&'static str> {
    THEIRS.iter().find(|(name, _)| *name == key).map(|(_, help)| *help)
}

/// The place where a key belongs that is not an argument of any optimizer, group or schedule.
pub(super) fn outside(key: &str) -> Option<&'static str> {
    match key {
        OPTIMIZER | SCHEDULERS => Some(BESIDE_OPTIMIZER),
        WARMUP => Some(IN_SCHEDULE),
        key if Gradients::KEYS.contains(&key) => Some(BESIDE_OPTIMIZER),
        key => theirs(key),
    }
}

/// The place where a key belongs that stands among those of others.
fn inside(key: &str) -> Option<&'static str> {
    match key {
        WARMUP => Some(IN_SCHEDULE),
        TAGS | KEY => Some(IN_SCHEDULERS),
        key if ARGUMENTS.contains(&key) => Some(IN_OPTIMIZER),
        key => theirs(key),
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
