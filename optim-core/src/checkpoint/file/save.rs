//! Saving: the version of the file is chosen by the number of its arrays.

use std::path::Path;

use super::contents::Checkpoint;
use super::write::write;
use super::{named, stacked};
use crate::files;
use crate::state_dict::CheckpointError;

impl Checkpoint<'_> {
    /// Writes the file under a temporary name, and renames it when all of it has reached the disk.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be written, a name or key is added twice, or there are two optimizers. An existing file stays, unless
    /// only the last operation fails, syncing the folder: then the new file has already replaced it.
    pub fn save(self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        self.save_at(path.as_ref())
    }

    fn save_at(mut self, path: &Path) -> Result<(), CheckpointError> {
        if let Some(wrong) = self.wrong.take() {
            return Err(wrong);
        }
        self.check()?;
        let failed = |error| CheckpointError::Io { action: "write", path: path.to_owned(), error };
        if named::fits(&self)
            && let Some((front, tensors)) = named::plan(&self)?
        {
            return files::replace(path, |file| write(file, &front, &tensors).map_err(failed));
        }
        let plan = stacked::StackedPlan::new(&self)?;
        files::replace(path, |file| plan.write(file).map_err(failed))
    }
}
