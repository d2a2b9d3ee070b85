//! The rules of a partition and the wrappers around it, before `build`.
//!
//! A wrapper around a partition builds a partition in which each rule has this wrapper. But the wrapper's settings and its numbers of the whole model
//! belong to all rules together.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Optimizer;
use super::assignment::Assignment;
use super::build_error::{BuildError, hyper};
use super::dynamic::About;
use super::rule_spec::RuleSpec;
use super::spec::{GROUP, GroupSpec, RuleBuilder, Spec, VIEW};
use crate::hyper::no_such_index;
use crate::kernel::{Float, Storage};
use crate::params::Declared;

impl<T: Float> Optimizer<T> {
    /// Builds the optimizer of a partition, which may have wrappers around it. `spec` is the content of the outermost builder, with the rules.
    pub(super) fn of_partition(
        about: &'static About,
        spec: &Spec,
        declared: &[Declared<'_, T>],
    ) -> Result<Self, BuildError> {
        spec.is_of_partition(about)?;
        let fields = about.fields();
        let mut names = HashSet::new();
        for RuleBuilder { name, about: optimizer, mistake, .. } in &spec.rules {
            let wrong = |reason| BuildError::RuleName { rule: name.clone(), reason };
            if name.is_empty() || name.contains('.') {
                return Err(wrong(
                    "names of settings begin with it, as in `rule.lr`, so it must not be empty or contain a dot",
                ));
            }
            if fields.contains(&&**name) {
                return Err(wrong("the field of the wrapper around the partition has this name"));
            }
            if !names.insert(name) {
                return Err(wrong("another rule has the same name"));
            }
            if optimizer.of_rules {
                return Err(BuildError::PartitionInside { rule: name.clone(), optimizer: optimizer.name });
            }
            if let Some(mistake) = mistake {
                return Err(mistake.clone());
            }
        }
        // Settings of the rules come after the settings of the wrappers.
        if let Some(given) = spec.settings.iter().find(|given| given.index >= about.hypers.len()) {
            return Err(hyper("default", no_such_index(about.name, about.hypers, given.index)));
        }
        let taken: Vec<Cow<'_, Spec>> = spec.rules.iter().map(|rule| rule.spec.with_taken(rule.about)).collect();
        let rules = spec.rules.iter().zip(&taken);
        let rules: Vec<RuleSpec<'_>> = rules.map(|(rule, spec)| rule.with_spec(rule.about, spec)).collect();
        if fields.is_empty() {
            return Self::of_rules(&rules, (spec, None), declared);
        }
        for rule in &rules {
            rule.spec.inside_is_right(rule.about)?;
            rule.is_right(spec)?;
        }
        let wrapped: Vec<Spec> = taken.iter().map(|rule| spec.around(about, &fields, rule)).collect();
        let rules = spec.rules.iter().zip(&wrapped);
        let rules: Vec<RuleSpec<'_>> =
            rules.map(|(rule, spec)| rule.with_spec(about.around(rule.about), spec)).collect();
        Self::of_rules(&rules, (spec, Some(about)), declared)
    }
}

impl RuleBuilder {
    fn with_spec<'s>(&'s self, about: &'static About, spec: &'s Spec) -> RuleSpec<'s> {
        let Self { name, takes, optional, .. } = self;
        RuleSpec { name: Some(name), about, spec, takes: takes.as_ref(), optional: *optional }
    }
}

impl Spec {
    /// Checks that the builder of a partition, or of a wrapper around it, has no option for some parameters only.
    fn is_of_partition(&self, about: &About) -> Result<(), BuildError> {
        if self.optional_first {
            return Err(BuildError::OptionalFirst);
        }
        let said = [
            (!self.groups.is_empty(), GROUP),
            (!self.views.is_empty(), VIEW),
            (!self.tags.is_empty(), "tag"),
            (self.factor.is_some(), "adjust_learning_rate"),
            (!self.storage.is_empty() && about.fields().is_empty(), "storage"),
        ];
        match said.into_iter().find(|(said, _)| *said) {
            Some((_, option)) => Err(BuildError::PartitionOption { optimizer: about.name, option }),
            None => Ok(()),
        }
    }

    /// The settings of a rule's optimizer with these wrappers around it. `fields` are the wrappers' fields.
    fn around(&self, about: &About, fields: &[&str], rule: &Self) -> Self {
        let own = about.hypers().len();
        let settings = |inner: &[Assignment]| inner.iter().map(|given| given.clone().inside(own)).collect::<Vec<_>>();
        let storage = |inner: &[(String, Storage)]| -> Vec<(String, Storage)> {
            let name = |state: &str| match state {
                // The storage of parameters, not of a state.
                super::group::PARAM => state.to_owned(),
                state => fields.iter().rev().fold(state.to_owned(), |name, field| format!("{field}.{name}")),
            };
            inner.iter().map(|(state, storage)| (name(state), *storage)).collect()
        };
        let group = |group: &GroupSpec| {
            let overrides = &group.overrides;
            let overrides = Self {
                settings: settings(&overrides.settings),
                storage: storage(&overrides.storage),
                ..overrides.clone()
            };
            GroupSpec { overrides, ..group.clone() }
        };
        Self {
            settings: self.settings.iter().cloned().chain(settings(&rule.settings)).collect(),
            groups: rule.groups.iter().map(group).collect(),
            views: rule.views.clone(),
            tags: rule.tags.clone(),
            factor: rule.factor,
            storage: self.storage.iter().cloned().chain(storage(&rule.storage)).collect(),
            part: rule.part,
            ..Self::default()
        }
    }
}
