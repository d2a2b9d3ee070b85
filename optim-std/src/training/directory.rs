//! The directory of a run: its checkpoints, and the lock on it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use optim_core::files;

use super::error::TrainingError;
use super::file_name::{BEST, is_leftover, name, step_of};

const LOCK: &str = ".training.lock";

/// A directory that no other run uses while this value exists.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    keep: usize,
    /// The lock. The system releases it when the process ends, even after a crash.
    lock: Option<File>,
    /// Files that could not be read. They are not removed, because another program may own them, or the user may want to look at them.
    pub(super) untouchable: Vec<PathBuf>,
}

impl Directory {
    /// Creates the directory if it does not exist, and locks it.
    pub(super) fn open(path: &Path, keep: usize) -> Result<Self, TrainingError> {
        fs::create_dir_all(path).map_err(|error| failed("make", path, error))?;
        let file = path.join(LOCK);
        let lock = files::open_with(&file, File::options().create(true).truncate(false).write(true));
        let lock = lock.map_err(|error| failed("write", &file, error))?;
        let lock = match lock.try_lock() {
            Ok(()) => Some(lock),
            Err(TryLockError::WouldBlock) => return Err(TrainingError::InUse { dir: path.to_owned() }),
            // Some network file systems have no locks. Two runs at the same time then replace each other's files, but every file stays complete.
            Err(TryLockError::Error(_)) => None,
        };
        let directory = Self { path: path.to_owned(), keep, lock, untouchable: Vec::new() };
        directory.remove_leftovers();
        Ok(directory)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the checkpoint at a step.
    pub(super) fn file(&self, step: u64) -> PathBuf {
        self.path.join(name(step))
    }

    /// The file of the model with the best score. It does not count as a checkpoint of a step.
    pub(super) fn best(&self) -> PathBuf {
        self.path.join(BEST)
    }

    /// Steps and files of all checkpoints, the newest first.
    pub(super) fn checkpoints(&self) -> Result<Vec<(u64, PathBuf)>, TrainingError> {
        let mut found = Vec::new();
        let list = |error| failed("list", &self.path, error);
        for entry in fs::read_dir(&self.path).map_err(list)? {
            let name = entry.map_err(list)?.file_name();
            if let Some(step) = step_of(&name) {
                found.push((step, self.path.join(name)));
            }
        }
        found.sort_by_key(|(step, _)| std::cmp::Reverse(*step));
        Ok(found)
    }

    /// Removes the oldest checkpoints, after the checkpoint of `newest` is on the disk. Checkpoints of later steps are
    /// kept: the run resumed before them and will replace them. Only files count as checkpoints.
    pub(super) fn prune(&self, newest: u64) -> Result<(), TrainingError> {
        let mut old = self.checkpoints()?;
        let is_ours = |path: &Path| fs::symlink_metadata(path).is_ok_and(|found| found.is_file() || found.is_symlink());
        old.retain(|(step, path)| *step <= newest && !self.untouchable.contains(path) && is_ours(path));
        for (_, path) in old.iter().skip(self.keep) {
            remove(path).map_err(|error| failed("remove", path, error))?;
        }
        Ok(())
    }

    /// Removes incomplete files of crashed runs. The lock ensures that no other run is writing them.
    fn remove_leftovers(&self) {
        let (Some(_), Ok(entries)) = (&self.lock, fs::read_dir(&self.path)) else { return };
        for name in entries.flatten().map(|entry| entry.file_name()) {
            if is_leftover(&name) {
                // A file that cannot be removed does no harm.
                drop(remove(&self.path.join(name)));
            }
        }
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if let Some(lock) = &self.lock {
            // Closing the file is not enough: a process that another thread started may still have it open.
            drop(lock.unlock());
        }
    }
}

fn failed(action: &'static str, path: &Path, source: io::Error) -> TrainingError {
    TrainingError::Directory { action, path: path.to_owned(), source }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
