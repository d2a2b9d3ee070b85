//! The settings that a program is given for each run.

/// The settings of a step that are numbers, in the order in which the step names them.
#[derive(Clone, Debug, Default)]
pub struct StepSettings(Vec<f64>);

impl StepSettings {
    /// Adds the settings of a step.
    pub fn give<const N: usize>(&mut self, settings: [f64; N]) {
        self.0.extend(settings);
    }

    /// The numbers that were given.
    pub(crate) fn numbers(&self) -> &[f64] {
        &self.0
    }

    /// How many settings a step has.
    pub(crate) fn count(give: &dyn Fn(&mut Self)) -> usize {
        Self::default().take(give).len()
    }

    /// The settings of a step, in the place of those before.
    pub(super) fn take(&mut self, give: &dyn Fn(&mut Self)) -> &[f64] {
        self.0.clear();
        give(self);
        &self.0
    }
}
