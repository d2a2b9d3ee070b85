//! A file that has been opened: what is in it, and loading of it.

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::VERSION;
use super::header::{self, Entry, Wrong};
use super::meta::Meta;
use super::read::pieces;
use crate::checkpoint::{CheckpointError, LoadOptions, LoadReport};
use crate::optimizer::AnyOptimizer;
use crate::params::Parameters;

/// A checkpoint to load from.
///
/// [`open`](Self::open) reads and checks what is in front of the tensors. Tensors are read when they are loaded, piece
/// by piece into the place that they will have, and compared with their checksums.
#[derive(Debug)]
pub struct CheckpointFile {
    pub(super) path: PathBuf,
    file: Mutex<File>,
    pub(super) meta: Meta,
    pub(super) entries: HashMap<String, Entry>,
}

impl CheckpointFile {
    /// Opens a file and checks everything but the numbers in its tensors.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it is no checkpoint, or damaged, or of a newer version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CheckpointError> {
        let path = path.as_ref();
        let open = || {
            let mut file = File::open(path)?;
            let (meta, entries) = header::read(&mut file)?;
            Ok(Self { path: path.to_owned(), file: Mutex::new(file), meta, entries })
        };
        open().map_err(|error| at(path, error))
    }

    /// The word that was saved under a key.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extras().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Every key with its word.
    pub fn extras(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.meta.extra.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// The name of the optimizer that was saved; `None` if none was.
    pub fn optimizer_name(&self) -> Option<&str> {
        self.meta.optimizer.as_ref().map(|optimizer| &*optimizer.name)
    }

    /// The names of the parameters that were saved themselves, beside or without an optimizer; `None` if none were.
    pub fn param_names(&self) -> Option<impl ExactSizeIterator<Item = &str>> {
        self.meta.params.as_ref().map(|params| params.iter().map(|param| &**param))
    }

    /// Loads parameters and optimizer, or neither; everything must agree.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        optimizer: &mut dyn AnyOptimizer<P::Elem>,
    ) -> Result<(), CheckpointError> {
        self.load_with(params, optimizer, &LoadOptions::strict()).map(drop)
    }

    /// Loads parameters and optimizer as far as the options say so, or neither. The first report is that of the
    /// parameters.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_with<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        optimizer: &mut dyn AnyOptimizer<P::Elem>,
        options: &LoadOptions,
    ) -> Result<(LoadReport, LoadReport), CheckpointError> {
        let staged = self.stage_params(params, options)?;
        let report = self.load_optimizer_with(optimizer, options)?;
        Ok((staged.commit(), report))
    }

    /// Reads every tensor and compares it with its checksum.
    ///
    /// # Errors
    ///
    /// When one is damaged or cannot be read.
    pub fn verify(&self) -> Result<(), CheckpointError> {
        let mut entries: Vec<(&String, &Entry)> = self.entries.iter().collect();
        entries.sort_by_key(|(_, entry)| entry.start);
        entries.into_iter().try_for_each(|(name, entry)| self.read(name, entry, &mut |_| {}))
    }

    pub(super) fn read(&self, name: &str, entry: &Entry, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        // A reader that panicked leaves a file that the next one seeks in again.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        pieces(&mut file, name, entry, sink).map_err(|error| at(&self.path, error))
    }

    pub(super) fn nothing(&self, what: &'static str) -> CheckpointError {
        CheckpointError::NotSaved { path: self.path.clone(), what }
    }
}

/// The error of a file.
pub(super) fn at(path: &Path, wrong: Wrong) -> CheckpointError {
    let path = path.to_owned();
    match wrong {
        Wrong::Io(error) => CheckpointError::Io { action: "read", path, error },
        Wrong::Length { expected, found } => CheckpointError::Length { path, expected, found },
        Wrong::Malformed(reason) => CheckpointError::Malformed { path, reason },
        Wrong::Foreign => CheckpointError::Foreign { path },
        Wrong::Newer(version) => CheckpointError::Newer { path, version, known: VERSION },
        Wrong::Contents { missing, unexpected } => CheckpointError::Contents { path, missing, unexpected },
        Wrong::Checksum(what) => CheckpointError::Damaged { path, what },
    }
}
