//! Optimizers that a training loop can use.

use std::path::Path;

use optim_core::checkpoint::{Checkpoint, CheckpointFile};
use optim_core::{CheckpointError, Inputs, LoadOptions, Optimizer, Parameters, StepError, StepReport};

use super::due::DueInputs;
use super::output::LossAndGrads;

/// An optimizer for [`Training`](super::Training): an [`Optimizer`], or your own type around one.
pub trait TrainingOptimizer<P: Parameters> {
    /// Updates the model with the gradients and the inputs that are due.
    ///
    /// # Errors
    ///
    /// See [`StepError`]. Nothing may have changed then.
    fn step<G: Parameters<Elem = P::Elem>>(
        &mut self,
        model: &mut P,
        grads: &G,
        inputs: &Inputs<'_, P::Elem>,
    ) -> Result<StepReport, StepError>;

    /// Returns the inputs that are due in the next step. The default returns none.
    fn due_inputs(&self) -> DueInputs {
        DueInputs::default()
    }

    /// Returns the names of the numbers that are watched in at least some steps. Your own log columns can't have these
    /// names. The default returns none. Then your own columns can't have a name from the step's report.
    fn watching(&self) -> Vec<String> {
        Vec::new()
    }

    /// Calls `compute` with the model, as often as the optimizer needs gradients, and updates the model. Returns the loss and the
    /// report of the step. The inputs come from the first call: for a second call, no input is due. The default calls `compute` once.
    ///
    /// # Errors
    ///
    /// Returns the errors of `compute` and of [`step`](Self::step). Nothing may have changed then.
    fn step_with<'i, G, E>(
        &mut self,
        model: &mut P,
        mut compute: impl FnMut(&P, &DueInputs) -> Result<LossAndGrads<'i, G>, E>,
    ) -> Result<(f64, StepReport), E>
    where
        G: Parameters<Elem = P::Elem>,
        E: From<StepError>,
    {
        let (loss, grads, inputs) = compute(model, &self.due_inputs())?;
        Ok((loss, self.step(model, &grads, &inputs)?))
    }

    /// Adds the optimizer to a checkpoint and saves it: `checkpoint.optimizer(self).save(path)`.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`].
    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError>;

    /// Loads the model and the optimizer, or neither.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing may have changed then.
    fn load(&mut self, model: &mut P, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError>;
}

impl<P: Parameters> TrainingOptimizer<P> for Optimizer<P::Elem> {
    fn step<G: Parameters<Elem = P::Elem>>(
        &mut self,
        model: &mut P,
        grads: &G,
        inputs: &Inputs<'_, P::Elem>,
    ) -> Result<StepReport, StepError> {
        self.with_inputs(inputs).step(model, grads)
    }

    fn due_inputs(&self) -> DueInputs {
        DueInputs::of(self)
    }

    fn watching(&self) -> Vec<String> {
        self.watching().map(str::to_owned).collect()
    }

    fn step_with<'i, G, E>(
        &mut self,
        model: &mut P,
        mut compute: impl FnMut(&P, &DueInputs) -> Result<LossAndGrads<'i, G>, E>,
    ) -> Result<(f64, StepReport), E>
    where
        G: Parameters<Elem = P::Elem>,
        E: From<StepError>,
    {
        let (loss, grads, inputs) = compute(model, &DueInputs::of(self))?;
        // The first call of the optimizer would get the same model, so it uses this result.
        let mut first = Some((loss, grads));
        let loss = self.with_inputs(&inputs).step_with(model, |model| match first.take() {
            Some(first) => Ok(first),
            None => compute(model, &DueInputs::default()).map(|(loss, grads, _)| (loss, grads)),
        })?;
        Ok((loss, self.last_report().cloned().unwrap_or_default()))
    }

    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError> {
        checkpoint.optimizer(self).save(path)
    }

    fn load(&mut self, model: &mut P, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError> {
        file.load_with(model, self, options).map(drop)
    }
}
