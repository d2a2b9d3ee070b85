//! Saving an optimizer to a file, and loading it.

use std::path::Path;

use super::{Checkpoint, CheckpointFile};
use crate::hyper::schedule::ScheduleList;
use crate::kernel::Float;
use crate::optimizer::Optimizer;
use crate::state_dict::{CheckpointError, LoadOptions, LoadReport};

impl<T: Float> Optimizer<T> {
    /// Saves the whole state of the optimizer to a file; see [`Checkpoint`].
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be written. An existing file stays.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        Checkpoint::new().optimizer(self).save(path)
    }

    /// Loads a file of [`save`](Self::save). Everything must match.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        self.load_with(path, &LoadOptions::strict()).map(drop)
    }

    /// Loads a file of [`save`](Self::save) with these options.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_with(&mut self, path: impl AsRef<Path>, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_from(&CheckpointFile::open(path)?, options)
    }

    /// Loads the optimizer of a file, see [`CheckpointFile::load_optimizer_with`].
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    #[inline(never)]
    pub fn load_from(&mut self, file: &CheckpointFile, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.same_optimizer(file.optimizer()?)?;
        let registered;
        let schedules = match &options.schedules {
            Some(schedules) => schedules,
            None => {
                registered = ScheduleList::registered();
                &registered
            }
        };
        // If the program's settings are kept, the file's need not be known.
        let known = if options.keep_hyperparameters { Vec::new() } else { self.group_infos() };
        let groups = file.groups(Some(&known), schedules)?;
        self.load_outline(&file.outline(&groups)?, options)
    }
}
