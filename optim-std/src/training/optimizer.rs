//! Optimizers that a training loop can use.

use std::path::Path;

use optim_core::checkpoint::{Checkpoint, CheckpointFile};
use optim_core::{
    AnyOptimizer, CheckpointError, Definition, Float, LoadOptions, Optimizer, Parameters, StepError, StepReport,
};

/// An optimizer for [`Training`](super::Training): an [`Optimizer`], a `Box<dyn AnyOptimizer<T>>`, or what you make of several.
///
/// Several optimizers that share a model (Muon for the matrices, AdamW for the rest) implement it by one [`StateDict`](optim_core::StateDict)
/// of both.
pub trait TrainingOptimizer<P: Parameters> {
    /// Updates the model with the gradients.
    ///
    /// # Errors
    ///
    /// See [`StepError`]. Nothing may have changed then.
    fn step<G: Parameters<Elem = P::Elem>>(&mut self, model: &mut P, grads: &G) -> Result<StepReport, StepError>;

    /// Calls `compute` with the model for loss and gradients, as often as the optimizer needs gradients, and updates the model:
    /// the loss, and what the step did. Without an implementation of your own `compute` is called once.
    ///
    /// # Errors
    ///
    /// Returns the errors of `compute` and of [`step`](Self::step). Nothing may have changed then.
    fn step_with<G, E>(
        &mut self,
        model: &mut P,
        mut compute: impl FnMut(&P) -> Result<(f64, G), E>,
    ) -> Result<(f64, StepReport), E>
    where
        G: Parameters<Elem = P::Elem>,
        E: From<StepError>,
    {
        let (loss, grads) = compute(model)?;
        Ok((loss, self.step(model, &grads)?))
    }

    /// Adds what the optimizer remembers to a checkpoint, and saves that: `checkpoint.optimizer(self).save(path)`.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`].
    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError>;

    /// Loads the model and what the optimizer remembers, or neither.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing may have changed then.
    fn load(&mut self, model: &mut P, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError>;
}

impl<O: Definition, P: Parameters> TrainingOptimizer<P> for Optimizer<O, P::Elem> {
    fn step<G: Parameters<Elem = P::Elem>>(&mut self, model: &mut P, grads: &G) -> Result<StepReport, StepError> {
        (**self).step(model, grads)
    }

    fn step_with<G, E>(
        &mut self,
        model: &mut P,
        compute: impl FnMut(&P) -> Result<(f64, G), E>,
    ) -> Result<(f64, StepReport), E>
    where
        G: Parameters<Elem = P::Elem>,
        E: From<StepError>,
    {
        let loss = (**self).step_with(model, compute)?;
        Ok((loss, (**self).last_report().cloned().unwrap_or_default()))
    }

    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError> {
        checkpoint.optimizer(self).save(path)
    }

    fn load(&mut self, model: &mut P, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError> {
        file.load_with(model, self, options).map(drop)
    }
}

impl<P: Parameters<Elem = T>, T: Float> TrainingOptimizer<P> for Box<dyn AnyOptimizer<T>> {
    fn step<G: Parameters<Elem = T>>(&mut self, model: &mut P, grads: &G) -> Result<StepReport, StepError> {
        (***self).step(model, grads)
    }

    fn step_with<G, E>(
        &mut self,
        model: &mut P,
        compute: impl FnMut(&P) -> Result<(f64, G), E>,
    ) -> Result<(f64, StepReport), E>
    where
        G: Parameters<Elem = T>,
        E: From<StepError>,
    {
        let loss = (***self).step_with(model, compute)?;
        Ok((loss, (***self).last_report().cloned().unwrap_or_default()))
    }

    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError> {
        checkpoint.optimizer(&**self).save(path)
    }

    fn load(&mut self, model: &mut P, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError> {
        file.load_with(model, &mut **self, options).map(drop)
    }
}
