//! Keys in wrong places, and keys of other libraries.

use optim_core::__private::nearest;

use super::argument::Owner;
use super::cursor::Entry;
use super::error::{ConfigError, Problem};
use super::gradients::Gradients;
use super::keys::{KEY, OPTIMIZER, SCHEDULERS, TAGS, WARMUP};

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

/// Arguments of optimizers whose names have no other meaning in a document.
const ARGUMENTS: [&str; 7] =
    ["lr", "learning_rate", "weight_decay", "momentum", "betas", "eps", "adjust_learning_rate"];

/// Arguments of schedules whose names have no other meaning, and other words for a warm-up.
const OF_SCHEDULES: [&str; 9] = [
    WARMUP,
    "warmup_steps",
    "warmup_iters",
    "warmup_epochs",
    "warmup_ratio",
    "num_warmup_steps",
    "lr_warmup_steps",
    "initial_learning_rate",
    "end_learning_rate",
];

/// Keys of other parts of a training program. They differ from one of our keys in one or two letters.
const OTHERS: [&str; 4] = ["grad_scaler", "actor", "vector", "minimize"];

/// The smallest length of a name for which misspellings are searched. Shorter names are similar to other words.
const DISTINCT: usize = 6;

/// Names of settings in other libraries, and the names to write instead. They are wrong everywhere.
const THEIRS: [(&str, &str); 26] = [
    ("clip_grad", CLIP_NORM),
    ("clip_grad_norm", CLIP_NORM),
    ("clip_grad_norm_", CLIP_NORM),
    ("clipnorm", CLIP_NORM),
    ("global_clipnorm", CLIP_NORM),
    ("grad_clip", CLIP_NORM),
    ("grad_clip_norm", CLIP_NORM),
    ("gradient_clip", CLIP_NORM),
    ("gradient_clip_val", CLIP_NORM),
    ("gradient_clip_norm", CLIP_NORM),
    ("gradient_clipping", CLIP_NORM),
    ("max_grad_norm", CLIP_NORM),
    ("max_gradient_norm", CLIP_NORM),
    ("clip_grad_value", CLIP_VALUE),
    ("clip_grad_value_", CLIP_VALUE),
    ("clipvalue", CLIP_VALUE),
    ("gradient_clip_value", CLIP_VALUE),
    ("max_gradient_value", CLIP_VALUE),
    ("learning_rate_schedule", A_SCHEDULE),
    ("learning_rate_scheduler", A_SCHEDULE),
    ("lr_schedule", A_SCHEDULE),
    ("lr_scheduler", A_SCHEDULE),
    ("lr_scheduler_type", A_SCHEDULE),
    ("adam_beta1", BETAS),
    ("adam_beta2", BETAS),
    ("adam_epsilon", EPS),
];

/// The right name for a name of another library.
fn theirs(key: &str) -> Option<&'static str> {
    THEIRS.iter().find(|(name, _)| *name == key).map(|(_, help)| *help)
}

/// The right place of a key that is not an argument of any optimizer, group or schedule.
pub(super) fn outside(key: &str) -> Option<&'static str> {
    match key {
        OPTIMIZER | SCHEDULERS => Some(BESIDE_OPTIMIZER),
        WARMUP => Some(IN_SCHEDULE),
        key if Gradients::KEYS.contains(&key) => Some(BESIDE_OPTIMIZER),
        key => theirs(key),
    }
}

/// The error for a key that belongs elsewhere.
pub(super) fn misplaced(entry: &Entry<'_>, help: impl Into<String>) -> ConfigError {
    ConfigError::new(entry.place(), Problem::Misplaced { key: entry.key.name.clone(), help: help.into() })
}

/// Known names, each with the place where it belongs; `None` for names of the present mapping.
pub(super) struct KnownKeys<'a>(Vec<(&'a str, Option<&'static str>)>);

impl<'a> KnownKeys<'a> {
    /// The names for the mapping of `optimizer`, or for a mapping around it.
    pub(super) fn new(beside_optimizer: bool, owner: Option<&'a Owner>) -> Self {
        let here = (!beside_optimizer).then_some(BESIDE_OPTIMIZER);
        let of = |help| move |name| (name, help);
        let arguments = owner.filter(|_| beside_optimizer).into_iter().flat_map(Owner::names);
        let all = ours().map(of(here));
        let all = all.chain(arguments.chain(ARGUMENTS).map(of(Some(IN_OPTIMIZER))));
        let all = all.chain(OF_SCHEDULES.into_iter().map(of(Some(IN_SCHEDULE))));
        Self(all.chain([TAGS, KEY].into_iter().map(of(Some(IN_SCHEDULERS)))).collect())
    }

    /// The error for a key that has no effect in this mapping and looks like a known name. `None` for a key of another program.
    pub(super) fn refuses(&self, entry: &Entry<'_>) -> Option<ConfigError> {
        let key = entry.key.name.as_str();
        let find = |key: &str| self.0.iter().find(|(name, _)| *name == key).map(|(_, help)| *help);
        if let Some(help) = find(key) {
            return help.map(|help| misplaced(entry, help));
        }
        if let Some(help) = theirs(key) {
            return Some(misplaced(entry, help));
        }
        let name = self.misspelt(key)?;
        Some(match find(&name).flatten() {
            Some(help) => misplaced(entry, format!("did you mean `{name}`? {help}")),
            None => entry.unknown("the configuration", "key", ours().map(ToOwned::to_owned).collect()),
        })
    }

    /// The known name that a key misspells.
    fn misspelt(&self, key: &str) -> Option<String> {
        if let Some((name, _)) = self.0.iter().find(|(name, _)| name.eq_ignore_ascii_case(key)) {
            return Some((*name).to_owned());
        }
        let distinct = self.0.iter().map(|(name, _)| *name).filter(|name| name.len() >= DISTINCT);
        (key.len() >= DISTINCT && !OTHERS.contains(&key)).then(|| nearest(key, distinct)).flatten()
    }
}

/// The keys of a configuration.
fn ours() -> impl Iterator<Item = &'static str> {
    [OPTIMIZER, SCHEDULERS].into_iter().chain(Gradients::KEYS)
}
