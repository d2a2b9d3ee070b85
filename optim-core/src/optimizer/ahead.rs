//! Several steps as data, before the first of them is done.

use super::Optimizer;
use super::programs::{DescribedStep, DeviceScalars, GivenToStep, ProgramError};
use crate::kernel::{StateSlot, StepsDone};

/// The data on the host that a step on a device changes, except the report.
struct HostSide {
    steps: u64,
    counts: Vec<StepsDone<f32>>,
    /// The scalar states with their places.
    scalars: Vec<(usize, StateSlot<f32>)>,
    /// The global states of each rule.
    globals: Vec<Vec<f64>>,
}

impl Optimizer<f32> {
    /// Describes the next steps as data, each as if all previous steps were done. Passes them to `take` until it returns `false`. Afterwards, the
    /// optimizer is unchanged. All steps have the same gradients and inputs, and scalars that live on the device keep their values.
    ///
    /// # Errors
    ///
    /// The [`ProgramError`] of the first step that has one. `take` has received the steps before it.
    pub fn describe_steps(
        &mut self,
        given: &GivenToStep<'_>,
        resident: &DeviceScalars,
        mut take: impl FnMut(DescribedStep) -> bool,
    ) -> Result<(), ProgramError> {
        let before = HostSide::of(self);
        let result = loop {
            match self.describe_step(given, resident) {
                Ok(step) => {
                    self.go_on(&step);
                    self.steps = self.steps.saturating_add(1);
                    if !take(step) {
                        break Ok(());
                    }
                }
                Err(error) => break Err(error),
            }
        };
        before.restore(self);
        result
    }
}

impl HostSide {
    fn of(optimizer: &Optimizer<f32>) -> Self {
        let is_scalar = |(_, slot): &(usize, &StateSlot<f32>)| matches!(slot, StateSlot::Scalar { .. });
        Self {
            steps: optimizer.steps,
            counts: optimizer.counts.clone(),
            scalars: optimizer
                .slots
                .iter()
                .enumerate()
                .filter(is_scalar)
                .map(|(at, slot)| (at, slot.clone()))
                .collect(),
            globals: optimizer
                .rules
                .iter()
                .map(|rule| rule.globals.as_ref().map_or_else(Vec::new, |known| known.values.clone()))
                .collect(),
        }
    }

    fn restore(self, optimizer: &mut Optimizer<f32>) {
        (optimizer.steps, optimizer.counts) = (self.steps, self.counts);
        for (at, slot) in self.scalars {
            optimizer.slots[at] = slot;
        }
        for (rule, values) in optimizer.rules.iter_mut().zip(self.globals) {
            if let Some(globals) = &mut rule.globals {
                globals.values = values;
            }
        }
    }
}
