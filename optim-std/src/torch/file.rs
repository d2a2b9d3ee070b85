//! Files of `torch.save`.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use optim_core::files::{self, FileError};

use super::contents::Contents;
use super::error::TorchError;
use super::legacy;
use super::optimizer::OptimizerState;
use super::value::TorchValue;
use super::zip::{Archive, Source};

/// A file of `torch.save`: a value, usually a dict, and tensors that are read on demand.
///
/// Nothing in the file is executed: its pickle is read as data. Objects of unknown classes are kept with their names and
/// contents ([`TorchValue::class`]). Reading them as data is an error.
///
/// ```
/// use optim_std::torch::TorchFile;
///
/// let file = TorchFile::open("../tests/torch/adamw.pt")?;
/// assert_eq!(file.root().keys()?, ["model", "optimizer"]);
/// let weight = file.get("model")?.get("weight")?.tensor()?;
/// assert_eq!(weight.shape(), [3, 4]);
/// println!("{}", weight.to_array::<f32>()?);
/// let lr = file.get("optimizer")?.get("param_groups")?.at(0)?.get("lr")?.as_f64()?;
/// assert_eq!(lr, 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TorchFile {
    contents: Arc<Contents>,
}

impl TorchFile {
    /// Opens a file. It stays open as long as one of its values exists.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, or is not a file of `torch.save`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TorchError> {
        let path = path.as_ref();
        let file =
            files::open(path).map_err(|FileError { path, error, .. }| TorchError::Open { path, source: error })?;
        Self::of(Box::new(file))
    }

    /// Reads a file from memory.
    ///
    /// # Errors
    ///
    /// The same errors as [`open`](Self::open).
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, TorchError> {
        Self::of(Box::new(Cursor::new(bytes.into())))
    }

    fn of(mut source: Box<dyn Source>) -> Result<Self, TorchError> {
        let contents = if legacy::is_legacy(&mut source)? {
            legacy::read(source)?
        } else {
            Contents::read(Archive::open(source)?)?
        };
        Ok(Self { contents: Arc::new(contents) })
    }

    /// The saved value.
    pub fn root(&self) -> TorchValue {
        TorchValue::new(Arc::clone(&self.contents), self.contents.pickle.root, String::new())
    }

    /// Returns the value of a key, if a dict was saved.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such key, or something else was saved.
    pub fn get(&self, key: &str) -> Result<TorchValue, TorchError> {
        self.root().get(key)
    }

    /// Returns the state of an optimizer: the saved value, or the only optimizer state in the saved dict.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or more than one: choose with [`get`](Self::get) and [`TorchValue::optimizer`].
    pub fn optimizer(&self) -> Result<OptimizerState, TorchError> {
        self.root().optimizer()
    }
}

impl std::fmt::Debug for TorchFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TorchFile").field(&self.root()).finish()
    }
}
