//! The contents of a file: parameters, an optimizer, strings.

use super::meta::{GroupOut, Words};
use super::setting::{self, to_json};
use crate::checkpoint::table::{DictTable, ModelTable, Models};
use crate::gradient::RecentNorms;
use crate::hyper::Setting;
use crate::kernel::Float;
use crate::optimizer::Optimizer;
use crate::params::Parameters;
use crate::state_dict::table::Table;
use crate::state_dict::{CheckpointError, StateDict, once};

/// Collects the contents of one file: parameters, an optimizer, and your own strings.
///
/// Nothing is copied; [`save`](Self::save) writes piece by piece.
#[must_use = "nothing is written before `save`"]
#[derive(Default)]
pub struct Checkpoint<'a> {
    models: Option<Models<'a>>,
    pub(super) optimizer: Option<Saved<'a>>,
    pub(super) extra: Words,
    /// The first mistake in the data; `save` returns it.
    pub(super) wrong: Option<CheckpointError>,
}

/// An optimizer to save.
pub(super) struct Saved<'a> {
    pub(super) name: String,
    pub(super) steps: u64,
    pub(super) seed: u64,
    pub(super) recent_norms: Vec<f64>,
    pub(super) globals: Vec<(String, serde_json::Value)>,
    pub(super) groups: Vec<GroupOut>,
    pub(super) table: Box<dyn Table + 'a>,
}

impl<'a> Checkpoint<'a> {
    /// An empty checkpoint.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the parameters of a model. If you add several models, all names must differ.
    pub fn params<P: Parameters + ?Sized>(mut self, params: &'a P) -> Self {
        let table = ModelTable::new(params);
        if table.overflows {
            let reason = "the names of its parameters take more than 4 GiB".to_owned();
            self.wrong.get_or_insert(CheckpointError::Unwritable { reason });
        }
        self.models.get_or_insert_with(|| Models { tables: Vec::new() }).tables.push(Box::new(table));
        self
    }

    /// Adds an optimizer. A file can have only one: with a second, [`save`](Self::save) returns an error.
    #[inline(never)]
    pub fn optimizer<T: Float>(self, optimizer: &'a Optimizer<T>) -> Self {
        let several = optimizer.groups().iter().any(|group| group.optimizer() != optimizer.name());
        let groups = optimizer.groups().iter().map(|group| GroupOut {
            name: group.name().to_owned(),
            optimizer: several.then(|| group.optimizer().to_owned()),
            tags: group.tags().to_vec(),
            adjust_learning_rate: group.adjust_learning_rate(),
            settings: group.settings().map(|(name, value)| (name.to_owned(), to_json(value))).collect(),
        });
        let (name, groups) = (optimizer.name().to_owned(), groups.collect());
        let table = Box::new(optimizer.table());
        let globals = optimizer.globals().map(|(name, value)| global(name, value)).collect();
        let (steps, seed, recent_norms) = (optimizer.steps(), optimizer.seed(), optimizer.recent_norms().collect());
        self.with_optimizer(Saved { name, steps, seed, recent_norms, globals, groups, table })
    }

    /// Adds the state of an optimizer as data, instead of [`optimizer`](Self::optimizer).
    pub fn state_dict(mut self, dict: &'a StateDict) -> Self {
        let groups = dict.groups.iter().map(|group| GroupOut {
            name: group.name.clone(),
            optimizer: group.optimizer.clone(),
            tags: group.tags.clone(),
            adjust_learning_rate: group.adjust_learning_rate,
            settings: group.settings.iter().map(|(name, value)| (name.clone(), to_json(value))).collect(),
        });
        let table = DictTable::new(dict);
        if let Err(error) = table.check() {
            self.wrong.get_or_insert(error);
        }
        let (name, groups) = (dict.optimizer.clone(), groups.collect());
        let globals = dict.globals.iter().map(|(name, value)| global(name, *value)).collect();
        let (steps, seed) = (dict.steps, dict.seed.unwrap_or(0));
        let recent_norms = RecentNorms::new(&dict.recent_norms).iter().collect();
        self.with_optimizer(Saved { name, steps, seed, recent_norms, globals, groups, table: Box::new(table) })
    }

    fn with_optimizer(mut self, saved: Saved<'a>) -> Self {
        match &self.optimizer {
            Some(first) => {
                let (first, second) = (first.name.clone(), saved.name);
                self.wrong.get_or_insert(CheckpointError::TwoOptimizers { first, second });
            }
            None => self.optimizer = Some(saved),
        }
        self
    }

    /// Adds your own string, such as the epoch. If a key is added twice, [`save`](Self::save) returns an error.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.extra.0.push((key.into(), value.into()));
        self
    }

    pub(super) fn check(&self) -> Result<(), CheckpointError> {
        once("words of your own", self.extra.0.iter().map(|(key, _)| &**key))?;
        let globals = self.optimizer.as_ref().map_or(&[][..], |saved| &saved.globals);
        once("global states", globals.iter().map(|(name, _)| &**name))?;
        let groups = self.optimizer.as_ref().map_or(&[][..], |saved| &saved.groups);
        once("parameter groups", groups.iter().map(|group| &*group.name))?;
        for group in groups {
            once(
                &format!("hyperparameters of group `{}`", group.name),
                group.settings.iter().map(|(name, _)| &**name),
            )?;
            for (name, json) in &group.settings {
                setting::check(json).map_err(|reason| CheckpointError::Unwritable {
                    reason: format!("`{name}` of group `{}` has {reason}", group.name),
                })?;
            }
        }
        Ok(())
    }

    /// The parameters of the models.
    pub(super) fn models(&self) -> Option<&(dyn Table + 'a)> {
        self.models.as_ref().map(|models| models as &dyn Table)
    }

    /// All data with rows and columns.
    pub(super) fn tables(&self) -> impl Iterator<Item = &(dyn Table + 'a)> {
        self.models().into_iter().chain(self.optimizer.as_ref().map(|saved| &*saved.table))
    }
}

/// A global state in the form of the metadata.
fn global(name: &str, value: f64) -> (String, serde_json::Value) {
    (name.to_owned(), to_json(&Setting::Float(value)))
}
