//! Optimizers, schedules and parameter groups from YAML, JSON and Rust values.
//!
//! ```
//! use optim_std::config::Config;
//!
//! let config = Config::parse("
//! optimizer:
//!   AdamW:
//!     lr: 0.001
//!     weight_decay: 0.1
//!     params:
//!       '*bias': {tags: no_decay, weight_decay: 0.0}
//! schedulers:
//!   - CosineDecayLR: {initial_learning_rate: 0.001, end_learning_rate: 0.0, total_iters: 1000}
//! ")?;
//! # use optim_std::ndarray::ArrayD;
//! # let model = std::collections::BTreeMap::from([("fc.weight", ArrayD::<f32>::zeros(vec![2, 3])), ("fc.bias", ArrayD::zeros(vec![2]))]);
//! let optimizer = config.build(&model)?;
//! assert_eq!(optimizer.value_in("*bias", "weight_decay")?, 0.0.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Config`] is an optimizer with its groups and schedules, from one document. For its parts, call [`configure_optimizer`],
//! [`configure_lr_scheduler`] or [`configure_param_groups`]. All of them are strict: unknown keys are errors. Use [`Configure`] for
//! lenient mode, in which unknown keys are warnings, and for your own registry.
//!
//! Names are looked up in [`registry()`](fn@crate::registry): the stock optimizers and schedules, and your own.
//! [The guide](crate::guide::configuration) describes the documents.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`Configure`] and the three functions |
//! | `document`, `yaml`, `place`, `cursor` | a tree of values with places; parsing it; walking through it |
//! | `argument`, `reader` | arguments by name, including old names; reading them |
//! | `schedule`, `attached` | schedules in every form; the groups to which they apply |
//! | `optimizer`, `groups`, `glob`, `gradients`, `trainer` | optimizers, parameter groups, clipping, whole documents |
//! | `storage`, `views` | the storage of states; views of parameters |
//! | `keys`, `misplaced` | keys that several files know; keys that belong elsewhere |
//! | `partition`, `rule_match` | several optimizers in one; the conditions of its rules |
//! | `configured`, `optimizer_config` | [`Config`]: the whole configuration; each of its optimizers |
//! | `error` | [`ConfigError`], [`Warning`] |

mod argument;
mod attached;
mod configured;
mod cursor;
mod document;
mod error;
mod glob;
mod gradients;
mod groups;
mod keys;
mod misplaced;
mod optimizer;
mod optimizer_config;
mod partition;
mod place;
mod reader;
mod rule_match;
mod schedule;
mod storage;
mod trainer;
mod views;
mod yaml;

use std::collections::HashSet;
use std::sync::Arc;

use optim_core::{BuildFrom, Optimizer, Registry, Schedule, Setting};

pub use attached::Attachment;
pub use configured::Config;
use cursor::{Cursor, Notes};
pub use document::Document;
pub use error::{ConfigError, Problem, Remark, Warning};
pub use groups::ParamGroup;
use groups::{groups, is_undecayed, names};
use optimizer::ConfiguredRate;
pub use place::Place;
use reader::Reader;

/// A result and its warnings.
#[derive(Clone, Debug)]
pub struct Configured<V> {
    /// The result.
    pub value: V,
    /// The warnings. They also go to `log`.
    pub warnings: Vec<Warning>,
}

/// Creates an optimizer by name for these parameters.
///
/// `arguments` is a mapping of its hyperparameters. It may also contain `learning_rate`, a number or numeric text, for `lr`, and `params`
/// and `adjust_learning_rate` for parameter groups, see [`Config`].
///
/// ```
/// use optim_std::config::configure_optimizer;
///
/// let model = optim_std::ndarray::array![1.0_f32, -2.0];
/// let optimizer = configure_optimizer("adamw", &model, [("lr", 1e-4), ("weight_decay", 0.1)])?.value;
/// assert_eq!(optimizer.name(), "AdamW");
/// # Ok::<(), optim_std::config::ConfigError>(())
/// ```
///
/// # Errors
///
/// Returns an error for an unknown name or key, a missing argument, a value of another type or out of range, or
/// parameters that the optimizer does not support.
pub fn configure_optimizer<P: BuildFrom + ?Sized>(
    name: &str,
    params: &P,
    arguments: impl Into<Document>,
) -> Result<Configured<Optimizer<P::Elem>>, ConfigError> {
    let config = Configure::new().optimizer(name, arguments)?;
    Ok(Configured { value: config.build(params)?, warnings: config.warnings })
}

/// Creates a schedule for the learning rate; `None` if there is no learning rate.
///
/// A number, also as text, is a constant schedule. A mapping is a schedule: `{scheduler: Linear, …}` or `{LinearLR: {…}}`. In a list, each
/// schedule starts when the previous one ends; if one has `main_scheduler: chained`, all are multiplied. With `adjust_learning_rate`, the schedule
/// is a [`ScalePerParamLR`](crate::schedulers::ScalePerParamLR), which uses the factor of each group.
///
/// ```
/// use optim_std::config::{Document, configure_lr_scheduler};
///
/// let document = Document::parse("
/// - {scheduler: Linear, initial_learning_rate: 0.0, end_learning_rate: 0.1, total_iters: 10}
/// - {scheduler: CosineDecay, initial_learning_rate: 0.1, end_learning_rate: 0.0, total_iters: 90}
/// ")?;
/// let schedule = configure_lr_scheduler(document, false)?.value.expect("a schedule");
/// assert_eq!((schedule.at(0), schedule.at(10), schedule.at(100)), (0.0, 0.1, 0.0));
/// # Ok::<(), optim_std::config::ConfigError>(())
/// ```
///
/// # Errors
///
/// Returns an error for an unknown name or key, a missing argument, or a value of another type or out of range.
pub fn configure_lr_scheduler(
    learning_rate: impl Into<Document>,
    adjust_learning_rate: bool,
) -> Result<Configured<Option<Arc<dyn Schedule>>>, ConfigError> {
    Configure::new().lr_scheduler(learning_rate, adjust_learning_rate)
}

/// Creates the usual parameter groups for weight decay and factors of the learning rate.
///
/// Biases and parameters of normalisation layers (a name with `norm`, or a part such as `ln_1` or `bn2`) have `weight_decay` 0. The key
/// `adjust_learning_rate` maps kinds of layers to factors: `embedding`, `decoder_kernel` (weights of `linear` and `dense` layers), or patterns of
/// parameter names. [`Config::param_groups`] and [`ParamGroup::add_to`] take the groups.
///
/// ```
/// use std::collections::BTreeMap;
/// use optim_std::config::{Document, configure_optimizer, configure_param_groups, Configure};
/// use optim_std::ndarray::ArrayD;
///
/// let model = BTreeMap::from(["embedding.weight", "fc.weight", "fc.bias"].map(|name| (name, ArrayD::<f32>::zeros(vec![4]))));
/// let arguments = Document::parse("adjust_learning_rate: {embedding: 0.5}")?;
/// let groups = configure_param_groups(&model, arguments)?.value;
/// let names: Vec<_> = groups.iter().map(|group| (group.name.as_str(), group.params.len())).collect();
/// assert_eq!(names, [("decay, embedding", 1), ("decay", 1), ("no_decay", 1)]);
///
/// let config = Configure::new().optimizer("AdamW", [("lr", 0.1), ("weight_decay", 0.1)])?.param_groups(groups);
/// let optimizer = config.build(&model)?;
/// assert_eq!(optimizer.value_in("no_decay", "weight_decay")?, 0.0.into());
/// assert_eq!(optimizer.value_in("decay, embedding", "lr")?, 0.05.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error for an unknown key, a factor that is not a number, or a pattern that matches no parameter.
pub fn configure_param_groups<P: BuildFrom + ?Sized>(
    params: &P,
    arguments: impl Into<Document>,
) -> Result<Configured<Vec<ParamGroup>>, ConfigError> {
    Configure::new().param_groups(params, arguments)
}

/// Options for reading documents: the names that they may use, and strictness.
#[derive(Clone, Debug)]
pub struct Configure<'r> {
    registry: &'r Registry,
    lenient: bool,
}

impl Default for Configure<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'r> Configure<'r> {
    /// Creates strict options with all names in the program.
    pub fn new() -> Self {
        Self { registry: crate::registry(), lenient: false }
    }

    /// Turns on lenient mode. Unknown keys, and old names next to the new ones, are ignored with a warning instead of
    /// an error. If a required learning rate is missing, it is 0.1.
    #[must_use]
    pub fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// Uses the names of a registry.
    #[must_use]
    pub fn registry(self, registry: &'r Registry) -> Self {
        Self { registry, ..self }
    }

    /// Creates an optimizer by name, see [`configure_optimizer`].
    ///
    /// # Errors
    ///
    /// See [`configure_optimizer`]. [`Config::build`] checks the ranges of values.
    pub fn optimizer(&self, name: &str, arguments: impl Into<Document>) -> Result<Config, ConfigError> {
        let document = arguments.into();
        let at = Cursor::root(&document);
        let mut reader = self.reader();
        let entries = at.entries("a mapping of arguments")?;
        let mut optimizer = reader.optimizer((name, Place::default()), &at, entries, ConfiguredRate::Number)?;
        reader.with_learning_rate(&mut optimizer)?;
        let mut config = Config::of(optimizer);
        config.warnings = reader.notes.warnings;
        Ok(config)
    }

    /// Creates a schedule for the learning rate, see [`configure_lr_scheduler`].
    ///
    /// # Errors
    ///
    /// See [`configure_lr_scheduler`].
    pub fn lr_scheduler(
        &self,
        learning_rate: impl Into<Document>,
        adjust_learning_rate: bool,
    ) -> Result<Configured<Option<Arc<dyn Schedule>>>, ConfigError> {
        let document = learning_rate.into();
        let mut reader = self.reader();
        let value = reader.lr_schedule(&Cursor::root(&document), adjust_learning_rate)?;
        Ok(Configured { value, warnings: reader.notes.warnings })
    }

    /// Creates a schedule and the groups to which it applies: one entry of `schedulers` in [`trainer`](Self::trainer).
    ///
    /// # Errors
    ///
    /// See [`trainer`](Self::trainer).
    pub fn scheduler(&self, scheduler: impl Into<Document>) -> Result<Configured<Attachment>, ConfigError> {
        let document = scheduler.into();
        let mut reader = self.reader();
        let value = reader.attachment(&Cursor::root(&document))?;
        Ok(Configured { value, warnings: reader.notes.warnings })
    }

    /// Creates parameter groups, see [`configure_param_groups`].
    ///
    /// # Errors
    ///
    /// See [`configure_param_groups`].
    pub fn param_groups<P: BuildFrom + ?Sized>(
        &self,
        params: &P,
        arguments: impl Into<Document>,
    ) -> Result<Configured<Vec<ParamGroup>>, ConfigError> {
        const ADJUST: &str = "adjust_learning_rate";
        let document = arguments.into();
        let mut reader = self.reader();
        let mut rules = Vec::new();
        for entry in Cursor::root(&document).entries("a mapping with `adjust_learning_rate`")? {
            match entry.key.name.as_str() {
                ADJUST => rules = reader.factors(&entry.value)?,
                _ => reader.notes.refuse(entry.unknown("parameter groups", "key", vec![ADJUST.to_owned()]))?,
            }
        }
        let params = names(params);
        let adjusted = groups(&rules, &params)?;
        let in_group: HashSet<&String> = adjusted.iter().flat_map(|group| &group.params).collect();
        let rest = params.iter().filter(|param| !in_group.contains(param)).cloned().collect();
        let all = adjusted.iter().cloned().chain([ParamGroup { params: rest, ..ParamGroup::default() }]);
        let mut value = Vec::new();
        for group in all {
            let (without, with): (Vec<_>, Vec<_>) = group.params.iter().cloned().partition(|name| is_undecayed(name));
            for (name, params, settings) in [
                ("decay", with, Vec::new()),
                ("no_decay", without, vec![("weight_decay".to_owned(), Setting::Float(0.0))]),
            ] {
                let name = if group.name.is_empty() { name.to_owned() } else { format!("{name}, {}", group.name) };
                if !params.is_empty() {
                    value.push(ParamGroup { name, params, settings, ..group.clone() });
                }
            }
        }
        Ok(Configured { value, warnings: reader.notes.warnings })
    }

    /// Reads a whole document: an optimizer, its groups, and schedules.
    ///
    /// The optimizer is `optimizer: {Name: {arguments}}`, or in the older form `optimizer: {optimizer_type: Name, arguments}`. Several optimizers are
    /// `optimizer: {Partition: [{rule: {match: pattern, Name: {arguments}}}, …]}`. `schedulers` is one schedule or a list. `clip_norm`, `clip_value`,
    /// `grad_scale`, `non_finite`, `spikes` and `watch` are the options of [`Builder`](optim_core::Builder) with these names. The keys may be in
    /// `trainer.init`, in `init`, or at the top level. Other keys there are ignored. The argument `learning_rate` may be a schedule in every form of
    /// [`configure_lr_scheduler`].
    ///
    /// # Errors
    ///
    /// Returns an error for an unknown name or key, a misplaced key, a missing argument, a value of another type, or
    /// schedules that overlap. [`Config::build`] checks the ranges of values.
    pub fn trainer(&self, document: impl Into<Document>) -> Result<Config, ConfigError> {
        let document = document.into();
        let mut reader = self.reader();
        let mut config = reader.trainer(&Cursor::root(&document))?;
        config.warnings = reader.notes.warnings;
        Ok(config)
    }

    fn reader(&self) -> Reader<'r> {
        Reader { registry: self.registry, notes: Notes { lenient: self.lenient, warnings: Vec::new() } }
    }
}
