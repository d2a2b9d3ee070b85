//! The learning rate that a step uses: the setting `lr`, times the factors that the optimizer finds.

use super::Optimizer;
use super::group::Group;
use super::rule::BuiltRule;
use crate::hyper::{HyperError, HyperInfo, Setting, outermost};
use crate::kernel::Float;

/// The place of the learning rate: `lr`, or for a wrapper without one, the learning rate of its inner optimizer.
pub(super) fn place(hypers: &[HyperInfo]) -> Option<usize> {
    outermost(hypers, "lr")
}

impl<T: Float> Optimizer<T> {
    /// The name of the learning rate among the hyperparameters: `lr`, or for a wrapper without one, for example `inner.lr`. `None` if there is
    /// none, and for a partition, in which each rule has its own.
    pub fn learning_rate_name(&self) -> Option<&'static str> {
        let about = self.only()?.about;
        place(about.hypers).map(|index| about.name_of(index))
    }

    /// Returns the learning rate of the next step, for one group: the value of [`learning_rate_name`](Self::learning_rate_name), times
    /// the factors that the optimizer has found so far, such as the `scale` of a `ReduceOnPlateau`. `None` if there is no learning rate,
    /// or it is `none`.
    ///
    /// A factor may change in the step: [`StepReport::learning_rate_in`](super::StepReport::learning_rate_in) returns the learning
    /// rate that the step used.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such group.
    pub fn learning_rate_in(&self, group: &str) -> Result<Option<f64>, HyperError> {
        let group = self.group(group)?;
        let rule = &self.rules[group.rule()];
        let Some(index) = place(rule.about.hypers) else { return Ok(None) };
        let value = group.value_at(rule.about.name_of(index), self.steps)?;
        Ok(value.as_f64().map(|rate| rate * rule.lr_factor()))
    }

    /// Changes the learning rate for all steps to come, in every group with parameters, also in groups with their own value: [`set`](Self::set) of
    /// [`Group::learning_rate_name`]. In a partition, it changes in all rules that have one. Returns false if no such group has one.
    ///
    /// # Errors
    ///
    /// Returns an error if a group does not allow the value. Nothing has changed then.
    pub fn set_learning_rate(&mut self, rate: impl Into<Setting>) -> Result<bool, HyperError> {
        self.set_learning_rate_to(&rate.into())
    }

    #[inline(never)]
    fn set_learning_rate_to(&mut self, rate: &Setting) -> Result<bool, HyperError> {
        let index_of = |(at, group): (usize, &Group)| Some((at, place(group.about().hypers)?, None));
        let used = self.groups.iter().enumerate().filter(|(_, group)| !group.members().is_empty());
        let places: Vec<_> = used.filter_map(index_of).collect();
        let found = !places.is_empty();
        self.replace(places, rate, |_, _| false)?;
        Ok(found)
    }
}

impl Group {
    /// The name of the learning rate among the group's hyperparameters: `lr`, or for a wrapper without one, for example `inner.lr`. `None` if there
    /// is none.
    pub fn learning_rate_name(&self) -> Option<&'static str> {
        place(self.about().hypers).map(|index| self.about().name_of(index))
    }
}

impl<T: Float> BuiltRule<T> {
    /// The product of the states that multiply the learning rate.
    pub(super) fn lr_factor(&self) -> f64 {
        let Some(globals) = &self.globals else { return 1.0 };
        self.lr_factor_places().map(|place| globals.values[place]).product()
    }

    /// The places of the states that multiply the learning rate.
    pub(super) fn lr_factor_places(&self) -> impl Iterator<Item = usize> {
        let factors = self.about.lr_factors.iter();
        factors.filter_map(|factor| self.states.iter().position(|state| state.declared == *factor))
    }
}
