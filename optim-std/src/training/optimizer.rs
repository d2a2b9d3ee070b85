//! Optimizers that a training loop can use.

use std::path::Path;

use optim_core::checkpoint::{Checkpoint, CheckpointFile};
use optim_core::{
    AnyOptimizer, CheckpointError, Definition, Engine, Float, LoadOptions, Optimizer, Parameters, StepError, StepReport,
};

/// An optimizer for [`Training`](super::Training): an [`Optimizer`], the [`Engine`] that a [`Partition`](optim_core::Partition) builds, a
/// `Box<dyn AnyOptimizer<T>>`, or a type of your own around one of them, which gives it inputs say.
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

/// The methods of what is an engine, or dereferences to one.
macro_rules! of_engine {
    ($Elem:ty) => {
        fn step<G: Parameters<Elem = $Elem>>(&mut self, model: &mut P, grads: &G) -> Result<StepReport, StepError> {
            self.engine_mut().step(model, grads)
        }

        fn step_with<G, E>(
            &mut self,
            model: &mut P,
            compute: impl FnMut(&P) -> Result<(f64, G), E>,
        ) -> Result<(f64, StepReport), E>
        where
            G: Parameters<Elem = $Elem>,
            E: From<StepError>,
        {
            let loss = self.engine_mut().step_with(model, compute)?;
            Ok((loss, self.engine().last_report().cloned().unwrap_or_default()))
        }

        fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError> {
            checkpoint.optimizer(self.engine()).save(path)
        }

        fn load(&mut self, model: &mut P, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError> {
            file.load_with(model, self.engine_mut(), options).map(drop)
        }
    };
}

impl<P: Parameters> TrainingOptimizer<P> for Engine<P::Elem> {
    of_engine!(P::Elem);
}

impl<O: Definition, P: Parameters> TrainingOptimizer<P> for Optimizer<O, P::Elem> {
    of_engine!(P::Elem);
}

impl<P: Parameters<Elem = T>, T: Float> TrainingOptimizer<P> for Box<dyn AnyOptimizer<T>> {
    of_engine!(T);
}
