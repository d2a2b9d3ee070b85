//! Assignments of hyperparameters in a builder, and the settings that result.

use super::dynamic::About;
use crate::hyper::{HyperError, HyperInfo, Setting, index_in, missing, no_component, no_such_index};

/// A value for a hyperparameter, or for one number of a tuple.
#[derive(Clone, Debug)]
pub(crate) struct Assignment {
    /// The place of the hyperparameter.
    pub(crate) index: usize,
    /// The place of the number.
    component: Option<usize>,
    pub(crate) value: Setting,
}

impl Assignment {
    /// Assigns a hyperparameter.
    pub(crate) const fn new(index: usize, value: Setting) -> Self {
        Self { index, component: None, value }
    }

    /// Assigns a hyperparameter by name, or with `betas.0` one number of it.
    pub(crate) fn named(
        optimizer: &'static str,
        hypers: &'static [HyperInfo],
        name: &str,
        value: Setting,
    ) -> Result<Self, HyperError> {
        let unknown = match index_in(optimizer, hypers, name) {
            Ok(index) => return Ok(Self::new(index, value)),
            Err(unknown) => unknown,
        };
        let (hyper, component) = name.rsplit_once('.').ok_or_else(|| unknown.clone())?;
        // `+0` and `00` are no names.
        let place = component.parse().ok().filter(|place: &usize| place.to_string() == component);
        let component = Some(place.ok_or(unknown)?);
        Ok(Self { index: index_in(optimizer, hypers, hyper)?, component, value })
    }

    /// The same assignment in a wrapper, which has `own` hyperparameters itself.
    pub(crate) fn inside(mut self, own: usize) -> Self {
        self.index = self.index.saturating_add(own);
        self
    }

    /// `betas.0` for a hyperparameter `betas`.
    pub(crate) fn name(&self, hyper: &str) -> String {
        self.component.map_or_else(|| hyper.to_owned(), |component| format!("{hyper}.{component}"))
    }

    /// Changes the setting of its hyperparameter.
    fn apply(&self, about: &About, setting: &mut Option<Setting>) -> Result<(), HyperError> {
        let Some(component) = self.component else {
            *setting = Some(self.value.clone());
            return Ok(());
        };
        let hyper = about.name_of(self.index);
        let whole = setting.as_mut().ok_or_else(|| missing(about.name, about.hypers, self.index))?;
        match whole {
            Setting::Tuple(parts) if component < parts.len() => parts[component] = self.value.clone(),
            whole => return Err(no_component(about.name, self.name(hyper), hyper, Some(whole))),
        }
        Ok(())
    }
}

/// Settings of an optimizer: defaults, then assignments in order.
pub(super) fn resolve(about: &About, assignments: &[&[Assignment]]) -> Result<Vec<Setting>, HyperError> {
    let mut settings: Vec<Option<Setting>> =
        about.hypers.iter().map(|info| info.default.map(|value| value())).collect();
    for assignment in assignments.iter().copied().flatten() {
        match settings.get_mut(assignment.index) {
            Some(setting) => assignment.apply(about, setting)?,
            None => return Err(no_such_index(about.name, about.hypers, assignment.index)),
        }
    }
    let given =
        |(index, value): (usize, Option<Setting>)| value.ok_or_else(|| missing(about.name, about.hypers, index));
    settings.into_iter().enumerate().map(given).collect()
}
