//! The settings for each run of a program.

/// The numeric settings of a step, in the order in which the step uses them.
#[derive(Clone, Debug, Default)]
pub struct StepSettings(Vec<f64>);

impl StepSettings {
    /// Adds the settings of a step.
    pub fn give<const N: usize>(&mut self, settings: [f64; N]) {
        self.0.extend(settings);
    }

    /// All settings.
    pub(crate) fn numbers(&self) -> &[f64] {
        &self.0
    }

    /// The number of settings of a step.
    pub(crate) fn count(give: &dyn Fn(&mut Self)) -> usize {
        Self::default().take(give).len()
    }

    /// Replaces the settings by those of a step, and returns them.
    pub(super) fn take(&mut self, give: &dyn Fn(&mut Self)) -> &[f64] {
        self.0.clear();
        give(self);
        &self.0
    }
}
