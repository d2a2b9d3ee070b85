//! Checkpoints that have been opened: their contents, and loading.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::VERSION;
use super::header::{self, Contents};
use super::read::{CheckedBlocks, pieces};
use super::stacks::{self, Stacks};
use super::wrong::Wrong;
use crate::files;
use crate::optimizer::Optimizer;
use crate::params::Parameters;
use crate::state_dict::outline::{Place, Tensors};
use crate::state_dict::{CheckpointError, LoadOptions, LoadReport};

/// A checkpoint to load from.
///
/// [`open`](Self::open) reads and checks the part before the tensors. Loading reads the tensors piece by piece into
/// their final memory, and compares them with their checksums.
#[derive(Debug)]
pub struct CheckpointFile {
    pub(super) path: PathBuf,
    pub(super) file: Mutex<File>,
    pub(super) contents: Contents,
}

impl CheckpointFile {
    /// Opens a file and checks everything except the numbers in its tensors.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such file, or it is not a checkpoint, or damaged, or of a newer version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CheckpointError> {
        Self::open_at(path.as_ref())
    }

    fn open_at(path: &Path) -> Result<Self, CheckpointError> {
        let mut file = files::open(path)?;
        let contents = header::read(&mut file).map_err(|error| at(path, error))?;
        Ok(Self { path: path.to_owned(), file: Mutex::new(file), contents })
    }

    /// The string that was saved under a key.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extras().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Every key with its string.
    pub fn extras(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let words = &self.contents.meta.extra;
        (0..words.len() / 2).map(|place| (words.get(2 * place), words.get(2 * place + 1)))
    }

    /// The name of the saved optimizer; `None` if there is none.
    pub fn optimizer_name(&self) -> Option<&str> {
        self.contents.meta.optimizer.as_ref().map(|optimizer| &*optimizer.name)
    }

    /// The names of the saved parameters; `None` if the file has only an optimizer.
    pub fn param_names(&self) -> Option<impl ExactSizeIterator<Item = &str>> {
        let stacked = self.contents.stacked.as_ref().and_then(|stacked| stacked.params.as_ref());
        let params = self.contents.meta.params.as_ref()?;
        let count = stacked.map_or(params.names.len(), Stacks::len);
        Some((0..count).map(move |place| match stacked {
            Some(stacks) => stacks.name(place),
            None => params.names.get(place),
        }))
    }

    /// Loads parameters and optimizer, or neither. Everything must match.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        optimizer: &mut Optimizer<P::Elem>,
    ) -> Result<(), CheckpointError> {
        self.load_with(params, optimizer, &LoadOptions::strict()).map(drop)
    }

    /// Loads parameters and optimizer with these options, or neither. The first report is about the parameters.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_with<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        optimizer: &mut Optimizer<P::Elem>,
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
    /// Returns an error if one is damaged or cannot be read.
    pub fn verify(&self) -> Result<(), CheckpointError> {
        let mut reader = self.reader();
        match self.contents.stacked {
            None => {
                (0..self.contents.listing.tensors.len()).try_for_each(|tensor| reader.read((tensor, None), &mut |_| {}))
            }
            Some(_) => reader.verify(),
        }
    }

    pub(super) fn reader(&self) -> ArrayReader<'_> {
        ArrayReader { file: self, blocks: self.contents.stacked.as_ref().map(|stacked| stacked.blocks.again()) }
    }

    pub(super) fn nothing(&self, what: &'static str) -> CheckpointError {
        CheckpointError::NotSaved { path: self.path.clone(), what }
    }
}

/// Reads arrays. For version 2, it keeps the blocks that were read last.
pub(super) struct ArrayReader<'f> {
    file: &'f CheckpointFile,
    blocks: Option<CheckedBlocks>,
}

impl Tensors for ArrayReader<'_> {
    fn read(&mut self, place: Place, sink: &mut dyn FnMut(&[u8])) -> Result<(), CheckpointError> {
        let listing = &self.file.contents.listing;
        // A panic in another reader does not matter: every read seeks first.
        let mut file = self.file.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = match (place, &mut self.blocks) {
            ((tensor, Some((count, row))), Some(blocks)) => {
                blocks.read(&mut file, stacks::row(listing, tensor, count, row), sink)
            }
            ((tensor, _), _) => pieces(&mut file, listing, tensor, sink),
        };
        read.map_err(|error| at(&self.file.path, error))
    }
}

impl ArrayReader<'_> {
    fn verify(&mut self) -> Result<(), CheckpointError> {
        let Some(blocks) = &mut self.blocks else { return Ok(()) };
        let mut file = self.file.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all = 0..blocks.len();
        all.try_for_each(|number| blocks.block(&mut file, number).map(drop)).map_err(|error| at(&self.file.path, error))
    }
}

/// Adds the path to the error.
pub(super) fn at(path: &Path, wrong: Wrong) -> CheckpointError {
    let path = path.to_owned();
    match wrong {
        Wrong::Io(error) => CheckpointError::Io { action: "read", path, error },
        Wrong::Length { expected, found } => CheckpointError::Length { path, expected, found },
        Wrong::Kind { found, help } => CheckpointError::Kind { path, found, help },
        Wrong::Malformed(reason) => CheckpointError::Malformed { path, reason },
        Wrong::Foreign => CheckpointError::Foreign { path },
        Wrong::Newer(version) => CheckpointError::Newer { path, version, known: VERSION },
        Wrong::Contents { missing, unexpected } => CheckpointError::Contents { path, missing, unexpected },
        Wrong::Checksum(what) => CheckpointError::Damaged { path, what },
    }
}
