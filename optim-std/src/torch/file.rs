//! Files of `torch.save`.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use optim_core::files::{self, FileError};

use super::error::TorchError;
use super::legacy::{self, Legacy};
use super::optimizer::OptimizerState;
use super::pickle::{self, Pickle};
use super::value::TorchValue;
use super::zip::{Archive, Source};

/// The longest pickle that is read, in bytes. It can describe several hundred thousand tensors.
pub(super) const MOST_PICKLE: u64 = 1 << 26;

/// The memory for the values in a pickle. With it, opening a file takes at most four times its length and a few MiB.
/// `held` bytes are already used. Files of torch need less than two times their length.
pub(super) fn memory_for(file: u64, held: u64) -> usize {
    const ALWAYS: u64 = 4 << 20;
    file.saturating_mul(4).saturating_sub(held).saturating_add(ALWAYS).try_into().unwrap_or(usize::MAX)
}

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

/// Facts about a file.
pub(super) struct Contents {
    pub(super) pickle: Pickle,
    pub(super) storages: Storages,
    pub(super) big_endian: bool,
    /// The length of the file, in bytes.
    pub(super) len: u64,
}

/// The places of tensors' elements.
pub(super) enum Storages {
    /// In an archive, where all names have this prefix.
    Zip(Archive, String),
    /// One after another, as in torch before 1.6.
    Legacy(Legacy),
}

impl Contents {
    fn read(archive: Archive) -> Result<Self, TorchError> {
        let pickle = |name: &&str| *name == "data.pkl" || name.ends_with("/data.pkl");
        let name =
            archive.names().filter(pickle).min_by_key(|name| (name.len(), name.to_owned())).map(ToOwned::to_owned);
        let Some(name) = name else {
            return Err(TorchError::Format {
                found: "a zip archive without `data.pkl`",
                help: "save with `torch.save(optimizer.state_dict(), path)`",
            });
        };
        let prefix = name.strip_suffix("data.pkl").unwrap_or_default().to_owned();
        if archive.names().any(|name| name.strip_prefix(&prefix) == Some("constants.pkl")) {
            return Err(TorchError::Format {
                found: "a TorchScript program",
                help: "save its values alone: `torch.save(module.state_dict(), path)`",
            });
        }
        let text = |name: &str, most: u64| -> Result<Vec<u8>, TorchError> {
            let size = archive.size(name)?;
            if size > most {
                return Err(TorchError::Limit { what: "bytes in its pickle", limit: most });
            }
            let mut bytes = vec![0; size as usize];
            archive.read(name, 0, &mut bytes)?;
            Ok(bytes)
        };
        let order = format!("{prefix}byteorder");
        // Without the entry, the file is from torch before 2.1, which wrote the byte order of the machine.
        let big_endian = archive.names().any(|name| name == order) && text(&order, 64)? == b"big";
        let bytes = text(&name, MOST_PICKLE)?;
        let held = bytes.len() as u64 + archive.memory();
        let (mut pickle, _) = pickle::read(&bytes, memory_for(archive.len(), held))?;
        if pickle.has_bytes {
            pickle.keep(bytes);
        }
        Ok(Self { pickle, big_endian, len: archive.len(), storages: Storages::Zip(archive, prefix) })
    }

    pub(super) fn big_endian(&self) -> bool {
        self.big_endian
    }

    /// The largest number of keys and parameters that a file of its length can have, if each has content.
    pub(super) fn most_entries(&self) -> usize {
        const ALWAYS: usize = 1 << 15;
        const BYTES_OF_TENSOR: usize = 96;
        (self.len as usize / BYTES_OF_TENSOR).saturating_add(ALWAYS)
    }

    pub(super) fn storage_len(&self, key: &str) -> Result<u64, TorchError> {
        match &self.storages {
            Storages::Zip(archive, prefix) => archive.size(&format!("{prefix}data/{key}")),
            Storages::Legacy(legacy) => legacy.size(&self.pickle, key),
        }
    }

    pub(super) fn read_storage(&self, key: &str, offset: u64, bytes: &mut [u8]) -> Result<(), TorchError> {
        match &self.storages {
            Storages::Zip(archive, prefix) => archive.read(&format!("{prefix}data/{key}"), offset, bytes),
            Storages::Legacy(legacy) => legacy.read(&self.pickle, key, offset, bytes),
        }
    }
}
