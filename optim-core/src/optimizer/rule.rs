//! The rules of an optimizer: one, or those of a [`Partition`](crate::Partition).

use std::ops::Range;
use std::sync::Arc;

use super::dynamic::About;
use super::group::Group;
use super::{Optimizer, Param};
use crate::hyper::{HyperError, HyperInfo};
use crate::kernel::{Float, Globals};
use crate::state::{ListedState, States};
use crate::suggestion::nearest;

/// The name of an optimizer with several rules.
pub(super) const PARTITION: &str = "Partition";

/// A rule: a definition, and its data besides the states of its parameters.
#[derive(Clone)]
pub(super) struct BuiltRule<T: Float> {
    /// Its name in a partition; `None` if it is the only rule.
    pub(super) name: Option<Arc<str>>,
    pub(super) about: &'static About,
    /// The states that one of its parameters may have.
    pub(super) states: States,
    /// The full names of these states, which begin with the name of the rule; empty if it is the only rule.
    pub(super) full_names: Vec<String>,
    /// The places of its groups.
    pub(super) groups: Range<usize>,
    /// The data about all of its parameters together, if the optimizer needs it.
    pub(super) globals: Option<Globals<T>>,
    /// The state with the norm that a wrapper clips by.
    pub(super) norm_state: Option<usize>,
    /// The places of the global states of the wrappers around the partition. All rules have these states.
    pub(super) shared_states: Vec<usize>,
}

impl<T: Float> BuiltRule<T> {
    /// Returns true if a step depends on all of its parameters together. `reports` is true for a step that reports outputs.
    pub(super) fn is_global(&self, reports: bool) -> bool {
        self.globals.is_some() && if reports { self.about.watched_global } else { self.about.global }
    }

    /// The full name of the state at a place.
    pub(super) fn full_state_name(&self, place: usize) -> &str {
        self.full_names.get(place).map_or(&*self.states.as_slice()[place].name, String::as_str)
    }

    /// The name within this rule for a full name; `None` if the name does not belong to this rule.
    pub(super) fn own_name<'n>(&self, full: &'n str) -> Option<&'n str> {
        own_name(self.name.as_deref(), full)
    }

    /// Its first group, with all parameters that are in no other group.
    pub(super) fn default_group(&self) -> usize {
        self.groups.start
    }
}

/// A hyperparameter that was requested by its full name.
pub(super) struct HyperScope<'n> {
    /// The groups that have it.
    pub(super) groups: Range<usize>,
    /// The optimizer that declares it. For a wrapper around a partition, without the inner optimizer, whose hyperparameters come after its own.
    pub(super) about: &'static About,
    /// Its name there.
    pub(super) own: &'n str,
    /// True if the range contains all groups of the optimizer.
    pub(super) of_all: bool,
}

/// Returns true if it is the name of one of these hyperparameters, or of one of their numbers, such as `betas.0`.
pub(super) fn is_of(hypers: &[HyperInfo], name: &str) -> bool {
    let number = |rest: &str| rest.strip_prefix('.').is_some_and(|number| number.parse::<usize>().is_ok());
    hypers.iter().any(|info| name.strip_prefix(info.name).is_some_and(|rest| rest.is_empty() || number(rest)))
}

/// The full name for a name within a rule.
pub(super) fn full_name(rule: Option<&str>, name: &str) -> String {
    rule.map_or_else(|| name.to_owned(), |rule| format!("{rule}.{name}"))
}

/// The name without the name of the rule at its beginning; `None` if it begins differently.
pub(super) fn own_name<'n>(rule: Option<&str>, full: &'n str) -> Option<&'n str> {
    match rule {
        None => Some(full),
        Some(rule) => full.strip_prefix(rule)?.strip_prefix('.'),
    }
}

/// The error for a hyperparameter that does not begin with the name of a rule. It suggests the full name, or lists all names.
pub(super) fn no_rule_of<'r>(
    hyper: &str,
    of_all: &[HyperInfo],
    rules: impl Iterator<Item = (Option<&'r str>, &'static [HyperInfo])>,
) -> HyperError {
    let (mut all, mut meant): (Vec<String>, _) = (of_all.iter().map(|info| info.name.to_owned()).collect(), Vec::new());
    // Skips the settings of the wrappers, which are in the list already.
    let rules = rules.map(|(rule, hypers)| (rule, hypers.get(of_all.len()..).unwrap_or_default()));
    let is_meant = |name: &str| name.strip_suffix(hyper).is_some_and(|field| field.is_empty() || field.ends_with('.'));
    for (rule, info) in rules.flat_map(|(rule, hypers)| hypers.iter().map(move |info| (rule, info))) {
        let name = full_name(rule, info.name);
        if is_meant(info.name) && !meant.contains(&name) {
            meant.push(name.clone());
        }
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let nearest = nearest(hyper, all.iter().map(String::as_str)).filter(|_| meant.is_empty());
    let known = if meant.is_empty() { all } else { meant };
    HyperError::UnknownInPartition { name: hyper.to_owned(), nearest, known }
}

impl<T: Float> Optimizer<T> {
    /// The name of the optimizer's struct; `Partition` if a [`Partition`](crate::Partition) has built it, and `Ema<Partition>` with a wrapper
    /// around it.
    pub fn name(&self) -> &'static str {
        match self.only() {
            Some(only) => only.about.name,
            None => self.around.map_or(PARTITION, |around| around.name),
        }
    }

    /// The names of the rules of a [`Partition`](crate::Partition), in order; none if there is only one optimizer.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().filter_map(|rule| rule.name.as_deref())
    }

    /// The rule of a group.
    pub(super) fn rule_of_group(&self, group: usize) -> &BuiltRule<T> {
        &self.rules[self.groups[group].rule()]
    }

    /// The rule of a parameter.
    pub(super) fn rule_of(&self, param: &Param) -> &BuiltRule<T> {
        self.rule_of_group(param.group)
    }

    /// The facts about the optimizer of a parameter.
    pub(super) fn about_of(&self, param: &Param) -> &'static About {
        self.rule_of(param).about
    }

    /// The states that a parameter may have.
    pub(super) fn states_of(&self, param: &Param) -> &States {
        &self.rule_of(param).states
    }

    /// The only optimizer, if it is not a partition.
    pub(super) fn only(&self) -> Option<&BuiltRule<T>> {
        self.rules.first().filter(|rule| rule.name.is_none())
    }

    /// The hyperparameters that wrappers around a partition declare.
    pub(super) fn hypers_of_all(&self) -> &'static [HyperInfo] {
        self.around.map_or(&[], |around| around.hypers)
    }

    /// The groups that have a hyperparameter: those of one rule, or of all rules if a wrapper around the partition declares it.
    pub(super) fn scope_of<'n>(&self, hyper: &'n str) -> Result<HyperScope<'n>, HyperError> {
        if let Some(around) = self.around.filter(|_| is_of(self.hypers_of_all(), hyper)) {
            return Ok(HyperScope { groups: 0..self.groups.len(), about: around, own: hyper, of_all: true });
        }
        let found = self.rules.iter().find_map(|rule| Some((rule, rule.own_name(hyper)?)));
        let rules = || self.rules.iter().map(|rule| (rule.name.as_deref(), rule.about.hypers));
        let (rule, own) = found.ok_or_else(|| no_rule_of(hyper, self.hypers_of_all(), rules()))?;
        Ok(HyperScope { groups: rule.groups.clone(), about: rule.about, own, of_all: rule.name.is_none() })
    }

    /// Checks that one rule may have its own value for the hyperparameter at a place.
    pub(super) fn is_of_rules(&self, about: &About, index: usize) -> Result<(), HyperError> {
        match self.hypers_of_all().get(index) {
            Some(info) if info.shared && self.rules.len() > 1 => {
                Err(HyperError::Shared { optimizer: about.name, name: info.name })
            }
            _ => Ok(()),
        }
    }

    /// Returns true if it is a global state that the rule has.
    pub(super) fn is_global(&self, rule: &BuiltRule<T>, state: &ListedState) -> bool {
        let group: Option<&Group> = self.groups.get(rule.default_group());
        group.is_some_and(|group| group.definition().has_global(state))
    }
}
