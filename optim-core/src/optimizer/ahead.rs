//! Several steps as data, before the first of them is done.

use super::Optimizer;
use super::programs::{DescribedStep, DeviceScalars, GivenToStep, ProgramError};
use super::rule::BuiltRule;
use crate::kernel::{StateSlot, StepsDone};

impl Optimizer<f32> {
    /// Describes the next steps as data, each as if all previous steps were done. Passes them to `take` until it returns `false`. Afterwards, the
    /// optimizer is unchanged, even if `take` panics. All steps have the same gradients and inputs, and scalars that live on the device keep their
    /// values.
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
        let ahead = Ahead::new(self);
        loop {
            let step = ahead.optimizer.describe_step(given, resident)?;
            ahead.optimizer.go_on(&step);
            ahead.optimizer.steps = ahead.optimizer.steps.saturating_add(1);
            if !take(step) {
                return Ok(());
            }
        }
    }
}

/// An optimizer that counts steps before they are done. When it is dropped, the optimizer is as it was before.
struct Ahead<'o> {
    optimizer: &'o mut Optimizer<f32>,
    steps: u64,
    counts: Vec<StepsDone<f32>>,
    /// The scalar states with their places.
    scalars: Vec<(usize, StateSlot<f32>)>,
    /// The global states of each rule.
    globals: Vec<Vec<f64>>,
}

impl<'o> Ahead<'o> {
    /// Saves the data on the host that a step on a device changes, except the report.
    fn new(optimizer: &'o mut Optimizer<f32>) -> Self {
        let is_scalar = |(_, slot): &(usize, &StateSlot<f32>)| matches!(slot, StateSlot::Scalar { .. });
        let scalars = optimizer.slots.iter().enumerate().filter(is_scalar);
        let globals = |rule: &BuiltRule<f32>| rule.globals.as_ref().map_or_else(Vec::new, |known| known.values.clone());
        Self {
            steps: optimizer.steps,
            counts: optimizer.counts.clone(),
            scalars: scalars.map(|(at, slot)| (at, slot.clone())).collect(),
            globals: optimizer.rules.iter().map(globals).collect(),
            optimizer,
        }
    }
}

impl Drop for Ahead<'_> {
    fn drop(&mut self) {
        self.optimizer.steps = self.steps;
        self.optimizer.counts = std::mem::take(&mut self.counts);
        for (at, slot) in self.scalars.drain(..) {
            self.optimizer.slots[at] = slot;
        }
        for (rule, values) in self.optimizer.rules.iter_mut().zip(self.globals.drain(..)) {
            if let Some(globals) = &mut rule.globals {
                globals.values = values;
            }
        }
    }
}
