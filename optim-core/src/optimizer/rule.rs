//! The optimizers of an engine: the only one, or the rules of a [`Partition`](crate::Partition).

use std::ops::Range;
use std::sync::Arc;

use super::dynamic::About;
use super::group::Group;
use super::{Engine, Param};
use crate::hyper::{HyperError, HyperInfo};
use crate::kernel::{Float, Globals};
use crate::spelling::nearest;
use crate::state::{ListedState, States};

/// The name of several optimizers in one.
pub(super) const PARTITION: &str = "Partition";

/// An optimizer of an engine, and what it keeps beside the states of its parameters.
#[derive(Clone)]
pub(super) struct EngineRule<T: Float> {
    /// Its name in a partition; none if it is the only one.
    pub(super) name: Option<Arc<str>>,
    pub(super) about: &'static About,
    /// The states that one of its parameters may have.
    pub(super) states: States,
    /// The names of these states with that of the rule in front; empty if it is the only one.
    pub(super) full_names: Vec<String>,
    /// The places of its groups.
    pub(super) groups: Range<usize>,
    /// Facts about all of its parameters, if the optimizer asks for anything of them.
    pub(super) globals: Option<Globals<T>>,
    /// The state with the norm that a wrapper clips by.
    pub(super) norm_state: Option<usize>,
}

impl<T: Float> EngineRule<T> {
    /// The name of a state, by its place, as the engine calls it.
    pub(super) fn full_state_name(&self, place: usize) -> &str {
        self.full_names.get(place).map_or(&*self.states.as_slice()[place].name, String::as_str)
    }

    /// The optimizer's own name of what the engine calls so; `None` if the name is not one of this rule.
    pub(super) fn own_name<'n>(&self, full: &'n str) -> Option<&'n str> {
        own_name(self.name.as_deref(), full)
    }

    /// The first of its groups, with all parameters that are in no other.
    pub(super) fn default_group(&self) -> usize {
        self.groups.start
    }
}

/// A name of a rule's optimizer as the engine calls it.
pub(super) fn full_name(rule: Option<&str>, name: &str) -> String {
    rule.map_or_else(|| name.to_owned(), |rule| format!("{rule}.{name}"))
}

/// The name without that of the rule in front of it; `None` if it begins otherwise.
pub(super) fn own_name<'n>(rule: Option<&str>, full: &'n str) -> Option<&'n str> {
    match rule {
        None => Some(full),
        Some(rule) => full.strip_prefix(rule)?.strip_prefix('.'),
    }
}

/// The error for a hyperparameter that does not begin with the name of a rule: how it is called, or else what there is.
pub(super) fn no_rule_of<'r>(
    hyper: &str,
    rules: impl Iterator<Item = (Option<&'r str>, &'static [HyperInfo])>,
) -> HyperError {
    let (mut all, mut meant) = (Vec::new(), Vec::new());
    for (rule, info) in rules.flat_map(|(rule, hypers)| hypers.iter().map(move |info| (rule, info))) {
        let name = full_name(rule, info.name);
        if info.name == hyper && !meant.contains(&name) {
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

impl<T: Float> Engine<T> {
    /// The optimizer's name, that of its struct; `Partition` if a [`Partition`](crate::Partition) has built it.
    pub fn name(&self) -> &'static str {
        self.only().map_or(PARTITION, |only| only.about.name)
    }

    /// The rule of a group.
    pub(super) fn rule_of_group(&self, group: usize) -> &EngineRule<T> {
        &self.rules[self.groups[group].rule()]
    }

    /// The rule of a parameter.
    pub(super) fn rule_of(&self, param: &Param) -> &EngineRule<T> {
        self.rule_of_group(param.group)
    }

    /// All that is known about the optimizer of a parameter.
    pub(super) fn about_of(&self, param: &Param) -> &'static About {
        self.rule_of(param).about
    }

    /// The states that a parameter may have.
    pub(super) fn states_of(&self, param: &Param) -> &States {
        &self.rule_of(param).states
    }

    /// The only optimizer, if it is not a partition.
    pub(super) fn only(&self) -> Option<&EngineRule<T>> {
        self.rules.first().filter(|rule| rule.name.is_none())
    }

    /// The place of a rule, and the name of a hyperparameter in its optimizer.
    pub(super) fn rule_of_hyper<'n>(&self, hyper: &'n str) -> Result<(usize, &'n str), HyperError> {
        let mut rules = self.rules.iter().enumerate();
        let found = rules.find_map(|(place, rule)| Some((place, rule.own_name(hyper)?)));
        let rules = || self.rules.iter().map(|rule| (rule.name.as_deref(), rule.about.hypers));
        found.ok_or_else(|| no_rule_of(hyper, rules()))
    }

    /// The place of a rule, and that of a hyperparameter among those of its optimizer.
    pub(super) fn place_of_hyper(&self, hyper: &str) -> Result<(usize, usize), HyperError> {
        let (rule, own) = self.rule_of_hyper(hyper)?;
        Ok((rule, self.rules[rule].about.index_of(own)?))
    }

    /// Returns true if it is a global state that the rule has.
    pub(super) fn is_global(&self, rule: &EngineRule<T>, state: &ListedState) -> bool {
        let group: Option<&Group> = self.groups.get(rule.default_group());
        group.is_some_and(|group| group.definition().has_global(state))
    }
}
