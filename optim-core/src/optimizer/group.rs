//! Parameter groups of a built optimizer.

use std::fmt;
use std::sync::Arc;

use super::build_error::BuildError;
use super::dynamic::{About, AnyDefinition};
use super::error::StepError;
use crate::definition::Definition;
use crate::dtype::DType;
use crate::hyper::schedule::Schedule;
use crate::hyper::{HyperError, Setting, at_step, guarded};
use crate::kernel::Storage;
use crate::messages::shown;
use crate::shape::{Axes, ParamShape};
use crate::suggestion::nearest;

/// The name of parameters among the names of states, for storage.
pub(super) const PARAM: &str = "param";

/// Parameters with the same hyperparameters.
pub struct Group {
    about: &'static About,
    /// The place of its rule.
    rule: usize,
    name: Box<str>,
    tags: Vec<String>,
    /// The factor for schedules with the argument `adjust_learning_rate`.
    factor: Option<f64>,
    /// Places of the members among the parameters, ascending.
    members: Vec<usize>,
    /// One for each hyperparameter, including schedules.
    settings: Vec<Setting>,
    /// Places of the hyperparameters that were set for this group. A schedule for all groups leaves them as they are.
    own: Vec<usize>,
    schedules: Vec<Scheduled>,
    /// The storage of each declared state.
    storages: Arc<[Storage]>,
    /// The chosen storage of parameters of `bf16`: rounded at random, or split.
    params: Storage,
    /// The definition with plain values. Scheduled values are those of the last attempted step, and are valid only during a step.
    definition: Box<dyn AnyDefinition>,
}

impl Clone for Group {
    fn clone(&self) -> Self {
        Self {
            about: self.about,
            rule: self.rule,
            name: self.name.clone(),
            tags: self.tags.clone(),
            factor: self.factor,
            members: self.members.clone(),
            settings: self.settings.clone(),
            own: self.own.clone(),
            schedules: self.schedules.clone(),
            storages: Arc::clone(&self.storages),
            params: self.params,
            definition: self.definition.boxed_clone(),
        }
    }
}

/// The settings.
impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (name, value) in self.settings() {
            map.entry(&format_args!("{}", shown(name)), &format_args!("{value}"));
        }
        map.finish()
    }
}

/// A schedule, and the number that it sets.
#[derive(Clone, Debug)]
struct Scheduled {
    index: usize,
    component: usize,
    schedule: Arc<dyn Schedule>,
    /// Its number in the last attempted step.
    number: f64,
}

impl Group {
    /// Creates a group without members. Checks its hyperparameters after `step` finished steps.
    pub(super) fn new(
        about: &'static About,
        name: &str,
        tags: Vec<String>,
        factor: Option<f64>,
        settings: Vec<Setting>,
        step: u64,
    ) -> Result<Self, HyperError> {
        // If the group has no factor, a schedule keeps its own.
        let settings: Vec<Setting> = match factor {
            None => settings,
            Some(factor) if factor.is_finite() => {
                // A state of the whole model belongs to no group.
                let shared = |index: usize| about.hypers.get(index).is_some_and(|info| info.shared);
                let settings = settings.into_iter().enumerate();
                settings.map(|(index, value)| if shared(index) { value } else { value.for_group(factor) }).collect()
            }
            Some(factor) => return Err(HyperError::Factor { optimizer: about.name, factor: factor.to_string() }),
        };
        let schedules = schedules(about, &settings)?;
        let definition = about.at_step(&settings, step)?;
        definition.validate()?;
        guarded(about.name, || definition.requirement())?
            .map_err(|message| HyperError::Requirement { optimizer: about.name, message })?;
        let storages = vec![Storage::Native; about.states.len()].into();
        let (name, members, own) = (name.into(), Vec::new(), Vec::new());
        let params = Storage::Native;
        Ok(Self { about, rule: 0, name, tags, factor, members, settings, own, schedules, storages, params, definition })
    }

    /// Sets a number that schedules can change, too, such as a learning rate that a training loop sets at every step. It is faster than
    /// `with_settings`. `None` if the change needs more than that, or is not allowed.
    pub(super) fn with_number(&self, index: usize, value: &Setting, step: u64) -> Option<Self> {
        let (info, number) = (self.about.hypers.get(index)?, value.as_f64()?);
        if !info.scheduled || !self.schedules.is_empty() || !info.allows(0, number) {
            return None;
        }
        let mut group = self.clone();
        group.settings.get_mut(index)?.clone_from(value);
        // The programs are valid for any number, but an optional setting may have been `none` before.
        match info.type_name {
            "f64" => group.definition.set_scheduled(index, 0, number),
            _ => group.definition = self.about.at_step(&group.settings, step).ok()?,
        }
        matches!(guarded(self.about.name, || group.definition.requirement()), Ok(Ok(()))).then_some(group)
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
        let mut group = Self::new(self.about, &self.name, tags, factor, settings, step)?;
        group.rule = self.rule;
        group.members.clone_from(&self.members);
        group.own.clone_from(&self.own);
        group.storages = Arc::clone(&self.storages);
        group.params = self.params;
        Ok(group)
    }

    /// The group with its own settings at these places.
    pub(super) fn owning(mut self, own: impl IntoIterator<Item = usize>) -> Self {
        self.own.extend(own);
        self
    }

    /// Records that a hyperparameter was set for this group, or for all groups.
    pub(super) fn set_own(&mut self, index: usize, own: bool) {
        self.own.retain(|known| *known != index);
        if own {
            self.own.push(index);
        }
    }

    /// Returns true if a hyperparameter was set for this group, not for all groups.
    pub(super) fn owns(&self, index: usize) -> bool {
        self.own.contains(&index)
    }

    /// The group as a group of the rule at a place.
    pub(super) fn of_rule(self, rule: usize) -> Self {
        Self { rule, ..self }
    }

    /// The place of its rule.
    pub(super) fn rule(&self) -> usize {
        self.rule
    }

    pub(crate) fn push_member(&mut self, member: usize) {
        self.members.push(member);
    }

    /// The group with the chosen storage of states: first the choices for all groups, then for this group.
    pub(super) fn storing(mut self, said: &[&[(String, Storage)]]) -> Result<Self, BuildError> {
        let mut storages = vec![Storage::Native; self.about.states.len()];
        for (state, storage) in said.iter().copied().flatten() {
            let place = self.about.states.iter().position(|info| info.name == state);
            if place.is_none() && state == PARAM {
                self.params = match storage {
                    Storage::Native | Storage::Bf16Stochastic | Storage::Split8 | Storage::Split16 => *storage,
                    _ => return Err(BuildError::StoredParam { group: self.name.to_string(), storage: *storage }),
                };
                continue;
            }
            let Some(place) = place else {
                let known = || self.about.states.iter().map(|info| info.name);
                return Err(BuildError::StoredState {
                    group: self.name.to_string(),
                    optimizer: self.about.name,
                    state: state.clone(),
                    nearest: nearest(state, known().chain([PARAM])),
                    known: known().collect(),
                });
            };
            if storage.is_split() {
                let (group, state) = (self.name.to_string(), self.about.states[place].name);
                return Err(BuildError::SplitState { group, state, storage: *storage });
            }
            if self.about.states[place].axes == Axes::Scalar && *storage != Storage::Native {
                let (group, state) = (self.name.to_string(), self.about.states[place].name);
                return Err(BuildError::StoredNumber { group, state, storage: *storage });
            }
            storages[place] = *storage;
        }
        self.storages = storages.into();
        Ok(self)
    }

    /// The storage of a declared state.
    pub(super) fn storage_of(&self, declared: usize) -> Storage {
        self.storages.get(declared).copied().unwrap_or_default()
    }

    /// The storage of the elements of a parameter of this type.
    pub(super) fn param_storage(&self, dtype: DType) -> Storage {
        match dtype {
            DType::BF16 if self.params == Storage::Native => Storage::Bf16,
            DType::BF16 => self.params,
            DType::F16 => Storage::F16,
            DType::F32 | DType::F64 | DType::Bool | DType::U8 | DType::I8 | DType::U16 => Storage::Native,
        }
    }

    /// The storage that was chosen for parameters, which must be of `bf16` unless it is [`Storage::Native`].
    pub(super) const fn chosen_for_params(&self) -> Storage {
        self.params
    }

    /// Returns true if parameters of `bf16` are rounded up or down at random.
    pub(super) fn rounds_at_random(&self) -> bool {
        self.params == Storage::Bf16Stochastic
    }

    /// Returns the states that are stored in fewer bytes, with their storage, and `param` if the storage of parameters was chosen.
    pub fn storages(&self) -> impl Iterator<Item = (&'static str, Storage)> {
        let param = (self.params != Storage::Native).then_some((PARAM, self.params));
        let all = self.about.states.iter().zip(&*self.storages);
        let all = all.filter(|(_, storage)| **storage != Storage::Native).map(|(info, storage)| (info.name, *storage));
        param.into_iter().chain(all)
    }

    /// The position of a hyperparameter's schedules after `step` finished steps. Schedules of an inner optimizer follow its own steps.
    pub(super) fn position(&self, index: usize, step: u64) -> u64 {
        self.definition.position(index, step)
    }

    pub(super) fn about(&self) -> &'static About {
        self.about
    }

    /// Switches to programs whose loops are data.
    pub(super) fn write_loops(&mut self) {
        self.definition = self.definition.written();
    }

    pub(super) fn definition(&self) -> &dyn AnyDefinition {
        &*self.definition
    }

    /// Writes the scheduled values of the step after `step` finished steps into the kernel.
    pub(crate) fn advance_to(&mut self, step: u64) -> Result<(), StepError> {
        if self.schedules.is_empty() {
            return Ok(());
        }
        advance(self.about, &self.name, &mut self.schedules, &mut *self.definition, step)
    }

    /// The numbers that schedules gave for the last attempted step, in the order of the settings.
    pub(super) fn scheduled_numbers(&self) -> impl ExactSizeIterator<Item = f64> {
        self.schedules.iter().map(|scheduled| scheduled.number)
    }

    /// The definition with the scheduled values of the step after `step` finished steps.
    pub(super) fn definition_at(&self, step: u64) -> Result<Box<dyn AnyDefinition>, StepError> {
        let mut definition = self.definition.boxed_clone();
        if !self.schedules.is_empty() {
            advance(self.about, &self.name, &mut self.schedules.clone(), &mut *definition, step)?;
        }
        Ok(definition)
    }

    /// The group's name; `default` for the parameters in no other group. In a partition, it begins with the name of the rule; for parameters of
    /// the rule in no other group, it is the name of the rule alone.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the group's optimizer: in a partition, of the rule's optimizer.
    pub fn optimizer(&self) -> &'static str {
        self.about.name()
    }

    /// The name of the innermost optimizer; the name of the group's optimizer if it is not a wrapper.
    pub fn innermost(&self) -> &'static str {
        self.about.innermost()
    }

    /// True if the step of that optimizer reads its count.
    #[doc(hidden)]
    pub fn innermost_uses_step(&self) -> bool {
        self.about.innermost_uses_step()
    }

    /// The wrappers around that optimizer, the outermost first: the name of each, and of the field that holds its inner optimizer.
    pub fn wrappers(&self) -> Vec<(&'static str, &'static str)> {
        self.about.wrappers()
    }

    /// The states that count the steps of inner optimizers, the outermost first, with their values after this number of steps of the
    /// outermost wrapper. An inner optimizer that runs in every step shares its wrapper's count and has no such state.
    pub fn inner_counts(&self, steps: u64) -> Vec<(String, u64)> {
        let mut counts = Vec::new();
        let shape = ParamShape::of(&[]);
        self.definition.inner_counts(shape, steps, &mut |state, count| counts.push((state.to_owned(), count)));
        counts
    }

    /// The group's tags.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The factor for schedules with the argument `adjust_learning_rate`, see
    /// [`Builder::adjust_learning_rate`](crate::Builder::adjust_learning_rate). If it is `None`, schedules keep their own.
    pub fn adjust_learning_rate(&self) -> Option<f64> {
        self.factor
    }

    /// Places of the group's parameters in the optimizer's list, ascending.
    pub fn members(&self) -> &[usize] {
        &self.members
    }

    /// Every hyperparameter with its name: a value, or a schedule if one is attached.
    pub fn settings(&self) -> impl ExactSizeIterator<Item = (&'static str, &Setting)> {
        self.settings.iter().enumerate().map(|(index, value)| (self.about.name_of(index), value))
    }

    pub(crate) fn setting_values(&self) -> &[Setting] {
        &self.settings
    }

    /// The optimizer's struct with the values that hold after `step` finished steps; `None` if it is another
    /// optimizer's.
    pub fn hyperparameters_at<O: Definition>(&self, step: u64) -> Option<O> {
        if let Some(definition) = self.definition.downcast::<O>() {
            let mut plain = definition.clone();
            for Scheduled { index, component, schedule, .. } in &self.schedules {
                plain.set_scheduled(*index, *component, schedule.at(step));
            }
            return Some(plain);
        }
        // The settings of a wrapper's parts are separate.
        std::ptr::eq(self.about, About::of::<O>()).then(|| at_step(&self.values_at(step), step).ok()).flatten()
    }

    /// All values after `step` finished steps.
    fn values_at(&self, step: u64) -> Vec<Setting> {
        let value = |(index, value): (usize, &Setting)| value.at(self.position(index, step));
        self.settings.iter().enumerate().map(value).collect()
    }

    /// A hyperparameter's value after `step` finished steps.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no hyperparameter of this name.
    pub fn value_at(&self, hyper: &str, step: u64) -> Result<Setting, HyperError> {
        let index = self.about.index_of(hyper)?;
        let position = self.position(index, step);
        Ok(self.settings.get(index).map_or(Setting::None, |value| value.at(position)))
    }
}

/// Writes the scheduled values of the step after `step` finished steps into a group's definition.
fn advance(
    about: &About,
    group: &str,
    schedules: &mut [Scheduled],
    definition: &mut dyn AnyDefinition,
    step: u64,
) -> Result<(), StepError> {
    for Scheduled { index, component, schedule, number } in schedules {
        let (index, component) = (*index, *component);
        let value = schedule.at(definition.position(index, step));
        *number = value;
        if let Some(info) = about.hypers.get(index)
            && !info.allows(component, value)
        {
            return Err(StepError::Scheduled {
                group: group.to_owned(),
                name: info.name,
                step,
                value,
                allowed: info.allowed(component),
            });
        }
        definition.set_scheduled(index, component, value);
    }
    let unmet = |message| StepError::Requirement { group: group.to_owned(), step, message };
    definition.requirement().map_err(unmet)
}

/// The error for the name of a group that does not exist.
pub(super) fn unknown_group<'g, N: Iterator<Item = &'g str>>(group: &str, names: impl Fn() -> N) -> HyperError {
    HyperError::UnknownGroup {
        group: group.to_owned(),
        nearest: nearest(group, names()),
        known: names().map(str::to_owned).collect(),
    }
}

/// A parameter group without the type of its optimizer.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupInfo<'a> {
    /// The group's name.
    pub name: &'a str,
    /// The tags.
    pub tags: &'a [String],
    /// The factor for schedules with the argument `adjust_learning_rate`, if it was set.
    pub adjust_learning_rate: Option<f64>,
    /// Names of its parameters.
    pub members: Vec<&'a str>,
    /// Every hyperparameter: a value, or a schedule if one is attached.
    pub settings: Vec<(&'static str, &'a Setting)>,
}

/// Every schedule in the settings.
fn schedules(about: &About, settings: &[Setting]) -> Result<Vec<Scheduled>, HyperError> {
    let mut found = Vec::new();
    for (index, (value, info)) in settings.iter().zip(about.hypers).enumerate() {
        if !info.scheduled && value.is_scheduled() {
            return Err(HyperError::NotScheduled {
                optimizer: about.name,
                name: info.name,
                scheduled: scheduled_names(about),
            });
        }
        info.check_schedules(about.name, value)?;
        found.extend(value.schedules().map(|(component, schedule)| Scheduled {
            index,
            component: component.unwrap_or(0),
            schedule: Arc::clone(schedule),
            number: f64::NAN,
        }));
    }
    Ok(found)
}

fn scheduled_names(about: &About) -> Vec<&'static str> {
    let scheduled = about.hypers.iter().filter(|info| info.scheduled);
    scheduled.map(|info| info.name).collect()
}
