//! Parameter groups of a built optimizer.

use std::sync::Arc;

use super::error::StepError;
use crate::definition::Definition;
use crate::hyper::{HyperError, Setting, at_step, guarded, index_of, name_of};
use crate::schedule::Schedule;

/// The name of the group of all parameters that are in no other.
pub const DEFAULT_GROUP: &str = "default";

/// Parameters with the same hyperparameters.
#[derive(Clone, Debug)]
pub struct Group<O> {
    name: Box<str>,
    tags: Vec<String>,
    /// What schedules that ask for a factor are given.
    factor: Option<f64>,
    /// Places of the members among the parameters, ascending.
    members: Vec<usize>,
    /// One per hyperparameter, schedules and all.
    settings: Vec<Setting>,
    schedules: Vec<Scheduled>,
    /// The plain values. Scheduled ones are whatever the last attempted step used and only valid inside of a step.
    kernel: O,
}

/// A schedule and the number that it stands for.
#[derive(Clone, Debug)]
struct Scheduled {
    index: usize,
    component: usize,
    schedule: Arc<dyn Schedule>,
}

impl<O: Definition> Group<O> {
    /// A group without members, with its hyperparameters checked as they are after `step` finished steps.
    pub(crate) fn new(
        name: &str,
        tags: Vec<String>,
        factor: Option<f64>,
        settings: Vec<Setting>,
        step: u64,
    ) -> Result<Self, HyperError> {
        // Without a factor of the group's a schedule keeps the one that it was made with.
        let settings: Vec<Setting> = match factor {
            None => settings,
            Some(factor) if factor.is_finite() => settings.into_iter().map(|value| value.for_group(factor)).collect(),
            Some(factor) => return Err(HyperError::Factor { optimizer: O::NAME, factor: factor.to_string() }),
        };
        let schedules = schedules::<O>(&settings)?;
        let kernel: O = at_step(&settings, step)?;
        kernel.validate()?;
        guarded::<O, _>(|| kernel.requirement())?
            .map_err(|message| HyperError::Requirement { optimizer: O::NAME, message })?;
        Ok(Self { name: name.into(), tags, factor, members: Vec::new(), settings, schedules, kernel })
    }

    /// This group with other hyperparameters.
    pub(crate) fn with_settings(&self, settings: Vec<Setting>, step: u64) -> Result<Self, HyperError> {
        self.replaced(self.tags.clone(), self.factor, settings, step)
    }

    /// This group with other hyperparameters, tags and factor.
    pub(crate) fn replaced(
        &self,
        tags: Vec<String>,
        factor: Option<f64>,
        settings: Vec<Setting>,
        step: u64,
    ) -> Result<Self, HyperError> {
        let mut group = Self::new(&self.name, tags, factor, settings, step)?;
        group.members.clone_from(&self.members);
        Ok(group)
    }

    pub(crate) fn push_member(&mut self, member: usize) {
        self.members.push(member);
    }

    pub(crate) fn kernel(&self) -> &O {
        &self.kernel
    }

    /// Writes the scheduled values for the step after `step` finished ones into the kernel.
    pub(crate) fn advance_to(&mut self, step: u64) -> Result<(), StepError> {
        if self.schedules.is_empty() {
            return Ok(());
        }
        for &Scheduled { index, component, ref schedule } in &self.schedules {
            let value = schedule.at(step);
            if let Some(info) = O::HYPERS.get(index)
                && !info.allows(component, value)
            {
                return Err(StepError::Scheduled {
                    group: self.name.to_string(),
                    name: info.name,
                    step,
                    value,
                    allowed: info.allowed(component),
                });
            }
            self.kernel.set_scheduled(index, component, value);
        }
        self.kernel.requirement().map_err(|message| StepError::Requirement {
            group: self.name.to_string(),
            step,
            message,
        })
    }

    /// The group's name; `default` for the parameters in no other group.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The words that the group was tagged with.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// What schedules that ask for a factor are given, see [`Builder::adjust_learning_rate`](crate::Builder::adjust_learning_rate);
    /// without one they keep their own.
    pub fn adjust_learning_rate(&self) -> Option<f64> {
        self.factor
    }

    /// Places of the group's parameters in the optimizer's list, ascending.
    pub fn members(&self) -> &[usize] {
        &self.members
    }

    /// Every hyperparameter's setting with its name: a value, or a schedule where one was given.
    pub fn settings(&self) -> impl ExactSizeIterator<Item = (&'static str, &Setting)> {
        self.settings.iter().enumerate().map(|(index, value)| (name_of::<O>(index), value))
    }

    pub(crate) fn setting_values(&self) -> &[Setting] {
        &self.settings
    }

    /// The optimizer's struct with the values that hold after `step` finished steps.
    pub fn hyperparameters_at(&self, step: u64) -> O {
        let mut plain = self.kernel.clone();
        for Scheduled { index, component, schedule } in &self.schedules {
            plain.set_scheduled(*index, *component, schedule.at(step));
        }
        plain
    }

    /// A hyperparameter's value after `step` finished steps.
    ///
    /// # Errors
    ///
    /// When there is no hyperparameter of this name.
    pub fn value_at(&self, hyper: &str, step: u64) -> Result<Setting, HyperError> {
        let index = index_of::<O>(hyper)?;
        Ok(self.settings.get(index).map_or(Setting::None, |value| value.at(step)))
    }
}

/// A parameter group without the type of its optimizer.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupInfo<'a> {
    /// The group's name.
    pub name: &'a str,
    /// The words that it was tagged with.
    pub tags: &'a [String],
    /// What schedules that ask for a factor are given, if it was set.
    pub adjust_learning_rate: Option<f64>,
    /// Names of its parameters.
    pub members: Vec<&'a str>,
    /// Every hyperparameter's setting: a value, or a schedule where one was given.
    pub settings: Vec<(&'static str, &'a Setting)>,
}

/// Settings of an optimizer: defaults, then assignments in order.
pub(super) fn resolve<O: Definition>(assignments: &[&[(usize, Setting)]]) -> Result<Vec<Setting>, HyperError> {
    let mut settings: Vec<Option<Setting>> = O::HYPERS.iter().map(|info| info.default.map(|value| value())).collect();
    for (index, value) in assignments.iter().copied().flatten() {
        match settings.get_mut(*index) {
            Some(setting) => *setting = Some(value.clone()),
            None => return Err(crate::hyper::no_such_index::<O>(*index)),
        }
    }
    let missing = |(index, value): (usize, Option<Setting>)| {
        value.ok_or(HyperError::Missing { optimizer: O::NAME, name: name_of::<O>(index) })
    };
    settings.into_iter().enumerate().map(missing).collect()
}

/// Every schedule in the settings.
fn schedules<O: Definition>(settings: &[Setting]) -> Result<Vec<Scheduled>, HyperError> {
    let mut found = Vec::new();
    for (index, (value, info)) in settings.iter().zip(O::HYPERS).enumerate() {
        if !info.scheduled && value.is_scheduled() {
            return Err(HyperError::NotScheduled {
                optimizer: O::NAME,
                name: info.name,
                scheduled: scheduled_names::<O>(),
            });
        }
        info.check_schedules(O::NAME, value)?;
        found.extend(value.schedules().map(|(component, schedule)| Scheduled {
            index,
            component: component.unwrap_or(0),
            schedule: Arc::clone(schedule),
        }));
    }
    Ok(found)
}

fn scheduled_names<O: Definition>() -> Vec<&'static str> {
    let scheduled = O::HYPERS.iter().filter(|info| info.scheduled);
    scheduled.map(|info| info.name).collect()
}
