//! The checkpoints that a run writes.

use std::path::{Path, PathBuf};

use optim_core::Parameters;

use super::checkpoint::{self, Saved};
use super::directory::Directory;
use super::error::TrainingError;
use super::info::CheckpointInfo;
use super::optimizer::TrainingOptimizer;
use super::output::UserError;
use super::position::Position;
use super::{CheckpointCallback, Training};

/// The files of checkpoints.
pub(super) struct Files<'a> {
    pub(super) directory: Directory,
    steps: u64,
    on_checkpoint: Vec<CheckpointCallback<'a>>,
}

impl<'a> Files<'a> {
    pub(super) fn open<P, A>(training: &mut Training<'a, P, A>) -> Result<Option<Self>, TrainingError> {
        let Some(dir) = &training.dir else { return Ok(None) };
        let directory = Directory::open(dir, training.keep)?;
        let on_checkpoint = std::mem::take(&mut training.on_checkpoint);
        Ok(Some(Self { directory, steps: training.steps, on_checkpoint }))
    }

    /// Writes the checkpoint of a step, then removes old ones.
    pub(super) fn write<P: Parameters, A: TrainingOptimizer<P>>(
        &mut self,
        model: &P,
        optimizer: &A,
        saved: &Saved,
    ) -> Result<PathBuf, TrainingError> {
        let at = saved.at;
        let path = self.directory.file(at.step);
        save(&path, model, optimizer, saved)?;
        self.directory.untouchable.retain(|bad| *bad != path);
        self.directory.prune(at.step)?;
        let info = CheckpointInfo { path: &path, at, steps: self.steps, extra: &saved.extra };
        call("on_checkpoint", at, self.on_checkpoint.iter_mut().map(|f| f(&info)))?;
        Ok(path)
    }

    /// Writes the model with the best score.
    pub(super) fn write_best<P: Parameters, A: TrainingOptimizer<P>>(
        &self,
        model: &P,
        optimizer: &A,
        saved: &Saved,
    ) -> Result<(), TrainingError> {
        save(&self.directory.best(), model, optimizer, saved)
    }
}

fn save<P: Parameters, A: TrainingOptimizer<P>>(
    path: &Path,
    model: &P,
    optimizer: &A,
    saved: &Saved,
) -> Result<(), TrainingError> {
    let failed = |source| TrainingError::Checkpoint { at: saved.at, source: Box::new(source) };
    checkpoint::save(path, model, optimizer, saved).map_err(failed)
}

/// Returns the first error of several closures, with the name of their callback.
pub(super) fn call(
    callback: &'static str,
    at: Position,
    mut results: impl Iterator<Item = Result<(), UserError>>,
) -> Result<(), TrainingError> {
    results.try_for_each(|result| result.map_err(|source| TrainingError::Callback { callback, at, source }))
}
