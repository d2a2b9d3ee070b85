//! The report of a step.

use std::fmt;
use std::sync::Arc;

use super::Optimizer;
use super::group::{Group, unknown_group};
use super::learning_rate;
use super::rule::{self, BuiltRule};
use super::schedules::GroupValues;
use super::watch::Watched;
use crate::gradient::Spike;
use crate::hyper::{HyperError, HyperInfo, Setting, index_in};
use crate::kernel::Float;

/// The report of a step; empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// True if the step ran. A step without any gradient runs, too: `updated` is 0, and it counts in [`Optimizer::steps`]. `false` is possible only
    /// with [`NonFinite::Skip`](crate::NonFinite::Skip) and [`Spikes::skip`](crate::Spikes::skip).
    pub applied: bool,
    /// Number of parameters that had a gradient.
    pub updated: usize,
    /// Euclidean norm of all gradients together, after `grad_scale` and before clipping; only with `clip_norm` or `spikes`. If a wrapper clips,
    /// such as `Accumulate`, it is the norm of the gradients for the inner optimizer, in steps that run it.
    pub grad_norm: Option<f64>,
    /// The arrays that contain infinity or NaN. The step looks for them only with a policy or `clip_norm`. After a skipped step, the
    /// list includes parameters, too. It is always empty after a step on a GPU: with `clip_norm`, the norm of the gradients is NaN or
    /// infinite there.
    pub not_finite: Vec<NotFinite>,
    /// The spike of the gradient norm, with a policy for [`Spikes`](crate::Spikes): the step was skipped, or its gradients were scaled.
    pub spike: Option<Spike>,
    /// The [watched](Optimizer::watch) numbers; `None` if the step is not watched, or was skipped.
    pub watched: Option<Watched>,
    pub(super) used: UsedSettings,
}

impl StepReport {
    /// Returns the value of a hyperparameter that this step used, for one group. [`Optimizer::value_in`] returns the value of the
    /// next step.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such group or hyperparameter.
    pub fn value_in(&self, group: &str, hyper: &str) -> Result<Setting, HyperError> {
        let groups = &*self.used.groups;
        let names = || groups.iter().map(|group| &*group.name);
        let found = self.used.groups().find(|(known, _)| *known.name == *group);
        let (known, scheduled) = found.ok_or_else(|| unknown_group(group, names))?;
        let index = index_in(known.optimizer, known.hypers, hyper)?;
        Ok(known.values(scheduled).nth(index).map_or(Setting::None, |(_, value)| value))
    }

    /// The learning rate that this step used, for one group: the value of `lr`, or of the inner optimizer's `lr` if a wrapper has none,
    /// times the factors that the optimizer found, such as the `scale` of a `ReduceOnPlateau`. `None` if there is none, or it is `none`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such group.
    pub fn learning_rate_in(&self, group: &str) -> Result<Option<f64>, HyperError> {
        let known = self.used.groups.iter().find(|known| *known.name == *group);
        let Some(known) = known else {
            return Err(unknown_group(group, || self.used.groups.iter().map(|group| &*group.name)));
        };
        let Some(index) = learning_rate::place(known.hypers) else { return Ok(None) };
        let rate = self.value_in(group, known.hypers[index].name)?.as_f64();
        let factor = self.used.lr_factors.as_ref().and_then(|factors| factors.get(known.rule).copied()).unwrap_or(1.0);
        Ok(rate.map(|rate| rate * factor))
    }

    /// Returns the learning rates that this step used, with the name of each group that has members; see
    /// [`learning_rate_in`](Self::learning_rate_in). Empty for the default report.
    pub fn learning_rates(&self) -> Vec<(&str, Option<f64>)> {
        let groups = self.used.groups.iter().filter(|group| group.has_members);
        // There is no error, because a group has this name.
        groups.map(|group| (&*group.name, self.learning_rate_in(&group.name).ok().flatten())).collect()
    }

    /// Returns the value of a hyperparameter that this step used, with the name of each group. In a partition, `hidden.lr` returns the values in the
    /// groups of the rule `hidden`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such hyperparameter.
    pub fn value(&self, hyper: &str) -> Result<Vec<(&str, Setting)>, HyperError> {
        let groups = &*self.used.groups;
        let of_rule = |group: &'_ GroupSettings| -> Option<&str> {
            if rule::is_of(group.of_all, hyper) {
                Some(hyper)
            } else {
                rule::own_name(group.rule_name.as_deref(), hyper)
            }
        };
        if !groups.is_empty() && groups.iter().all(|group| of_rule(group).is_none()) {
            let rules = groups.iter().map(|group| (group.rule_name.as_deref(), group.hypers));
            return Err(rule::no_rule_of(hyper, groups[0].of_all, rules));
        }
        let own = groups.iter().filter_map(|group| Some((&*group.name, of_rule(group)?)));
        own.map(|(group, hyper)| Ok((group, self.value_in(group, hyper)?))).collect()
    }

    /// The values of all hyperparameters that this step used, group by group. [`Optimizer::values`] gives the values of the next step.
    pub fn values(&self) -> Vec<GroupValues<'_>> {
        let values = |(group, scheduled): (&'_ _, _)| GroupSettings::values(group, scheduled).collect::<Vec<_>>();
        self.used.groups().map(|found| GroupValues { group: &found.0.name, values: values(found) }).collect()
    }
}

/// An array of a step that contains infinity or NaN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFinite {
    /// The gradient of a parameter.
    Gradient {
        /// The parameter.
        param: String,
    },
    /// An input of a parameter. For a `global` input, `param` is the first parameter.
    Input {
        /// The input.
        input: &'static str,
        /// The parameter.
        param: String,
    },
    /// A parameter itself, before the step. No gradient repairs it: load an earlier checkpoint.
    Parameter {
        /// The parameter.
        param: String,
    },
}

impl NotFinite {
    /// The name of the parameter.
    pub fn param(&self) -> &str {
        match self {
            Self::Gradient { param } | Self::Input { param, .. } | Self::Parameter { param } => param,
        }
    }
}

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gradient { param } => write!(f, "the gradient of `{param}`"),
            Self::Input { input, param } => write!(f, "the input `{input}` of `{param}`"),
            Self::Parameter { param } => write!(f, "the parameter `{param}`"),
        }
    }
}

/// The settings of all groups, shared by all steps between two changes, and the scheduled numbers of one of these steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct UsedSettings {
    groups: Arc<[GroupSettings]>,
    /// The scheduled numbers; `None` without schedules.
    scheduled: Option<Arc<[f64]>>,
    /// For each rule the product of the states that multiply the learning rate, after the step; `None` if there are no such states.
    lr_factors: Option<Arc<[f64]>>,
}

impl UsedSettings {
    /// Each group, and the numbers of its schedules.
    fn groups(&self) -> impl Iterator<Item = (&GroupSettings, &[f64])> {
        let mut rest = self.scheduled.as_deref().unwrap_or_default();
        self.groups.iter().map(move |group| {
            let (own, others) = rest.split_at(group.schedules.min(rest.len()));
            rest = others;
            (group, own)
        })
    }
}

/// The settings of a group, including schedules.
#[derive(Clone, Debug)]
pub(super) struct GroupSettings {
    name: Box<str>,
    has_members: bool,
    /// The place of its rule, and its name if it is one of several.
    rule: usize,
    rule_name: Option<Arc<str>>,
    /// The hyperparameters that wrappers around the partition declare.
    of_all: &'static [HyperInfo],
    optimizer: &'static str,
    hypers: &'static [HyperInfo],
    settings: Box<[Setting]>,
    /// Number of schedules in the settings.
    schedules: usize,
}

impl PartialEq for GroupSettings {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.optimizer, &self.settings) == (&other.name, other.optimizer, &other.settings)
    }
}

impl GroupSettings {
    fn new(group: &Group, rule_name: Option<&Arc<str>>, of_all: &'static [HyperInfo]) -> Self {
        let (about, settings) = (group.about(), group.setting_values());
        Self {
            name: group.name().into(),
            has_members: !group.members().is_empty(),
            rule: group.rule(),
            rule_name: rule_name.cloned(),
            of_all,
            optimizer: about.name(),
            hypers: about.hypers(),
            settings: settings.into(),
            schedules: settings.iter().map(|value| value.schedules().count()).sum(),
        }
    }

    /// Every hyperparameter's name and value, with these numbers in the places of schedules.
    fn values<'s>(&'s self, scheduled: &'s [f64]) -> impl Iterator<Item = (&'static str, Setting)> + 's {
        let mut numbers = scheduled.iter().copied();
        let names = self.hypers.iter().map(|info| info.name);
        names.zip(&*self.settings).map(move |(name, value)| (name, value.with_numbers(&mut numbers)))
    }
}

impl<T: Float> Optimizer<T> {
    /// The settings of the step that is being finished, as set by [`Optimizer::advance`].
    fn used_settings(&mut self) -> UsedSettings {
        let last = self.last_report.take();
        let (groups, rules, of_all) = (&self.groups, &self.rules, self.hypers_of_all());
        let has_schedules = groups.iter().any(|group| group.scheduled_numbers().len() > 0);
        let has_factors = rules.iter().any(|rule| !rule.about.lr_factors.is_empty());
        if let (false, Some(_), Some(last)) = (has_schedules || has_factors, &self.group_settings, last) {
            // In most steps, nothing was set since the last one. Moving the value saves two changes of a reference count.
            return last.used;
        }
        let shared = self.group_settings.get_or_insert_with(|| {
            let of_group = |group: &Group| GroupSettings::new(group, rules[group.rule()].name.as_ref(), of_all);
            groups.iter().map(of_group).collect()
        });
        UsedSettings {
            groups: Arc::clone(shared),
            lr_factors: has_factors.then(|| rules.iter().map(BuiltRule::lr_factor).collect()),
            scheduled: has_schedules.then(|| groups.iter().flat_map(Group::scheduled_numbers).collect()),
        }
    }

    /// Completes the report of a step, and keeps a copy.
    pub(super) fn report(&mut self, report: StepReport) -> StepReport {
        let report = StepReport { used: self.used_settings(), ..report };
        self.last_report = Some(report.clone());
        report
    }
}
