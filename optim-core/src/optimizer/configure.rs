//! Hyperparameters and options of a built optimizer: reading and changing them.

use super::Optimizer;
use super::build::accepts;
use super::dynamic::AnyDefinition;
use super::group::{Group, unknown_group};
use super::rule::{BuiltRule, HyperScope};
use super::taken::Clip;
use crate::gradient::{GradientOptions, NonFinite, OptionError};
use crate::gradient::{RecentNorms, Spikes};
use crate::hyper::{HyperError, Setting};
use crate::kernel::{Float, MatmulPrecision, Threads};

impl<T: Float> Optimizer<T> {
    /// Returns a parameter group by name.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such group.
    pub fn group(&self, name: &str) -> Result<&Group, HyperError> {
        Ok(&self.groups[self.group_place(name)?])
    }

    /// Returns the value of a hyperparameter in the next step, with the name of each group. In a partition, `hidden.lr` returns the values in the
    /// groups of the rule `hidden`. Settings of a wrapper around a partition belong to all rules: `decay`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such hyperparameter.
    pub fn value(&self, hyper: &str) -> Result<Vec<(&str, Setting)>, HyperError> {
        let HyperScope { groups, own, .. } = self.scope_of(hyper)?;
        let groups = self.groups[groups].iter();
        groups.map(|group| Ok((group.name(), group.value_at(own, self.steps)?))).collect()
    }

    /// Returns the value of a hyperparameter in the next step, for one group. In a partition, use the name without the
    /// rule.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such group or hyperparameter.
    pub fn value_in(&self, group: &str, hyper: &str) -> Result<Setting, HyperError> {
        self.group(group)?.value_at(hyper, self.steps)
    }

    /// Changes a hyperparameter, or with `betas.0` one number of a tuple, for all steps to come, in every group, also in groups with their own value.
    /// In a partition, `hidden.lr` changes the groups of one rule; a hyperparameter of a wrapper around the partition changes in all rules. A
    /// schedule starts at the number of finished [`steps`](Self::steps).
    ///
    /// ```
    /// # use optim_core::lang::{State, Tensor};
    /// # use optim_core::schedule::curve;
    /// # use optim_macros::optimizer;
    /// # // In a user's crate: `use optim_std::author::*;`, and no `crate = …`.
    /// # #[optimizer(crate = optim_core, state <exp_avg = 0.0>)]
    /// # #[derive(Debug, Clone)]
    /// # struct Momentum {
    /// #     #[hyper(default = 0.1, scheduled, range = 0.0..)]
    /// #     lr: f64,
    /// #     #[hyper(default = (0.9, 1.0), scheduled, range = 0.0..)]
    /// #     betas: (f64, f64),
    /// # }
    /// # #[optimizer]
    /// # impl Momentum {
    /// #     fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
    /// #         state.exp_avg = self.betas.0 * state.exp_avg + self.betas.1 * grad;
    /// #         *param -= self.lr * state.exp_avg;
    /// #     }
    /// # }
    /// let mut opt = Momentum::new().build(&ndarray::array![1.0_f32])?;
    /// opt.set("lr", 0.01)?;
    /// opt.set("lr", curve(|t| 0.01 / (1.0 + t)))?;
    /// opt.set("betas.0", 0.5)?;
    /// assert_eq!(opt.value_in("default", "betas")?, (0.5, 1.0).into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such hyperparameter, the value is not allowed, or the change would create or
    /// remove a state. Nothing has changed then.
    pub fn set(&mut self, hyper: &str, value: impl Into<Setting>) -> Result<(), HyperError> {
        self.set_to(hyper, &value.into())
    }

    #[inline(never)]
    fn set_to(&mut self, hyper: &str, value: &Setting) -> Result<(), HyperError> {
        let HyperScope { groups, about, own, of_all } = self.scope_of(hyper)?;
        let (index, component) = about.setting_or_component_of(own, self.groups[groups.start].setting_values())?;
        if !of_all {
            self.is_of_rules(about, index)?;
        }
        let named = groups.map(|place| {
            let (index, component) = about.setting_or_component_of(own, self.groups[place].setting_values())?;
            Ok::<_, HyperError>((place, index, component))
        });
        let named = named.collect::<Result<Vec<_>, _>>()?;
        // The other numbers of the tuple stay as they are.
        self.replace(named, value, |group, index| component.is_some() && group.owns(index))
    }

    /// Changes a hyperparameter of one group; see [`set`](Self::set). In a partition, use the name without the rule. The group keeps this
    /// value or schedule when you attach a [schedule](Self::schedule) for all groups, unless it is `default` or the group with the name of a rule:
    /// these have no own settings.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`set`](Self::set), and an error if there is no such group.
    pub fn set_in(&mut self, group: &str, hyper: &str, value: impl Into<Setting>) -> Result<(), HyperError> {
        self.set_to_in(group, hyper, &value.into())
    }

    #[inline(never)]
    fn set_to_in(&mut self, group: &str, hyper: &str, value: &Setting) -> Result<(), HyperError> {
        let place = self.group_place(group)?;
        let rule = self.rule_of_group(place);
        let (index, component) = rule.about.setting_or_component_of(hyper, self.groups[place].setting_values())?;
        rule.is_of_groups(index)?;
        self.is_of_rules(rule.about, index)?;
        let is_default = place == rule.default_group();
        self.replace([(place, index, component)], value, |_, _| !is_default)
    }

    /// Changes hyperparameters of groups, each as by [`set_in`](Self::set_in): the group, the hyperparameter, the value or schedule. All of them
    /// change, or none.
    ///
    /// # Errors
    ///
    /// Returns the first error of [`set_in`](Self::set_in). Nothing has changed then.
    pub fn set_together<'a>(
        &mut self,
        changes: impl IntoIterator<Item = (&'a str, &'a str, Setting)>,
    ) -> Result<(), HyperError> {
        let before = self.groups.clone();
        let result = changes.into_iter().try_for_each(|(group, hyper, value)| self.set_to_in(group, hyper, &value));
        result.inspect_err(|_| self.replace_groups(before.into_iter().enumerate().collect()))
    }

    /// Sets the factor for gradients, see [`Builder::grad_scale`](crate::Builder::grad_scale).
    ///
    /// # Errors
    ///
    /// Returns an error if it is not finite and positive.
    pub fn set_grad_scale(&mut self, scale: f64) -> Result<(), OptionError> {
        let options = GradientOptions { scale, ..self.options };
        options.validate()?;
        self.options = options;
        Ok(())
    }

    /// Sets or removes the largest norm; see [`Builder::clip_norm`](crate::Builder::clip_norm).
    ///
    /// # Errors
    ///
    /// Returns an error if it is not finite and positive, or a wrapper that does it itself refuses it. Nothing has changed then.
    pub fn set_clip_norm(&mut self, max_norm: Option<f64>) -> Result<(), OptionError> {
        self.set_clip(Clip::Norm, max_norm)
    }

    /// Sets or removes the largest element; see [`Builder::clip_value`](crate::Builder::clip_value).
    ///
    /// # Errors
    ///
    /// Returns an error if it is not finite and positive, or a wrapper that does it itself refuses it. Nothing has changed then.
    pub fn set_clip_value(&mut self, max: Option<f64>) -> Result<(), OptionError> {
        self.set_clip(Clip::Value, max)
    }

    /// Sets the policy for gradients that are infinite or NaN.
    pub fn set_non_finite(&mut self, policy: NonFinite) {
        self.options.non_finite = policy;
    }

    /// Sets or removes the policy for gradients that are suddenly large. Without a policy, the recent norms are dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if its multiple of the median or its window is not allowed.
    pub fn set_spikes(&mut self, policy: Option<Spikes>) -> Result<(), OptionError> {
        let options = GradientOptions { spikes: policy, ..self.options };
        options.validate()?;
        self.options = options;
        if policy.is_none() {
            self.norms = RecentNorms::default();
        }
        Ok(())
    }

    /// The recent norms of the gradients, the oldest first, with which [`spikes`](Self::spikes) compares; empty without a policy.
    pub fn recent_norms(&self) -> impl Iterator<Item = f64> {
        self.norms.iter()
    }

    /// The policy for gradients that are suddenly large, if there is one.
    pub fn spikes(&self) -> Option<Spikes> {
        self.options.spikes
    }

    /// The factor for gradients, see [`Builder::grad_scale`](crate::Builder::grad_scale).
    pub fn grad_scale(&self) -> f64 {
        self.options.scale
    }

    /// The limit for each element of a gradient, if there is one; see [`Builder::clip_value`](crate::Builder::clip_value).
    pub fn clip_value(&self) -> Option<f64> {
        self.clip(Clip::Value)
    }

    /// The limit for the norm of all gradients together, if there is one; see
    /// [`Builder::clip_norm`](crate::Builder::clip_norm).
    pub fn clip_norm(&self) -> Option<f64> {
        self.clip(Clip::Norm)
    }

    /// The policy for gradients that are infinite or NaN.
    pub fn non_finite(&self) -> NonFinite {
        self.options.non_finite
    }

    /// Sets the number of threads of a step.
    pub fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// The precision of matrix products; see [`Builder::matmul_precision`](crate::Builder::matmul_precision).
    pub fn matmul_precision(&self) -> MatmulPrecision {
        self.arenas.precision
    }

    /// Sets the precision of matrix products.
    pub fn set_matmul_precision(&mut self, precision: MatmulPrecision) {
        self.arenas.precision = precision;
    }

    fn group_place(&self, name: &str) -> Result<usize, HyperError> {
        let place = self.groups.iter().position(|group| group.name() == name);
        place.ok_or_else(|| unknown_group(name, || self.groups.iter().map(Group::name)))
    }

    /// Changes a hyperparameter, or one of its numbers, for some groups or for none: `named` has the index of each group, the index of its
    /// hyperparameter, and the index of the number. `own` returns true for groups in which it becomes their own setting.
    pub(super) fn replace(
        &mut self,
        named: impl IntoIterator<Item = (usize, usize, Option<usize>)>,
        value: &Setting,
        own: impl Fn(&Group, usize) -> bool,
    ) -> Result<(), HyperError> {
        let mut changed = Vec::new();
        for (place, index, component) in named {
            let group = &self.groups[place];
            let is_own = own(group, index);
            let short = component.is_none().then(|| group.with_number(index, value, self.steps)).flatten();
            let mut group = match short {
                Some(group) => group,
                None => {
                    let mut settings = group.setting_values().to_vec();
                    match (&mut settings[index], component) {
                        (Setting::Tuple(parts), Some(component)) => parts[component].clone_from(value),
                        (setting, _) => setting.clone_from(value),
                    }
                    group.with_settings(settings, self.steps)?
                }
            };
            self.keeps_state(&group, index)?;
            group.set_own(index, is_own);
            changed.push((place, group));
        }
        self.replace_groups(changed);
        Ok(())
    }

    fn replace_groups(&mut self, changed: Vec<(usize, Group)>) {
        self.group_settings = None;
        for (place, group) in changed {
            self.groups[place] = group;
        }
        self.renew_watch();
    }

    /// Changes the settings of some groups, or of none. `change` returns the hyperparameter that it has changed.
    pub(super) fn change_groups(
        &mut self,
        places: impl IntoIterator<Item = usize>,
        change: impl Fn(&Group, &mut [Setting]) -> Result<usize, HyperError>,
    ) -> Result<(), HyperError> {
        let mut changed = Vec::new();
        for place in places {
            let group = &self.groups[place];
            let mut settings = group.setting_values().to_vec();
            let index = change(group, &mut settings)?;
            let group = group.with_settings(settings, self.steps)?;
            self.keeps_state(&group, index)?;
            changed.push((place, group));
        }
        self.replace_groups(changed);
        Ok(())
    }

    /// Checks that a changed group still fits its parameters, and needs exactly the existing states.
    pub(super) fn keeps_state(&self, group: &Group, index: usize) -> Result<(), HyperError> {
        for &member in group.members() {
            let param = &self.params[member];
            accepts(group, param)?;
            let BuiltRule { about, states, .. } = self.rule_of(param);
            let (definition, old) = (group.definition(), self.groups[param.group].definition());
            let is_longer = definition.longest_list(about.states.len(), param.folded) > states.longest();
            for state in states.iter() {
                let exists = old.exists(state, param.folded);
                let dims = |of: &dyn AnyDefinition| of.dims_of(state, param.folded);
                let is_resized = exists && dims(definition) != dims(old);
                if definition.exists(state, param.folded) != exists || is_resized || is_longer {
                    return Err(HyperError::ChangesState {
                        optimizer: about.name,
                        name: about.name_of(index),
                        value: group.setting_values()[index].to_string(),
                        param: param.name.to_string(),
                    });
                }
            }
        }
        Ok(())
    }
}

impl<T: Float> BuiltRule<T> {
    /// Checks that groups may have their own values for a hyperparameter.
    fn is_of_groups(&self, index: usize) -> Result<(), HyperError> {
        match self.about.hypers.get(index) {
            Some(info) if info.shared && self.groups.len() > 1 => {
                Err(HyperError::Shared { optimizer: self.about.name, name: info.name })
            }
            _ => Ok(()),
        }
    }
}
