//! An open file: its pickle, and the places of tensors' elements.

use std::sync::{Mutex, PoisonError};

use super::error::TorchError;
use super::pickle::{self, Id, Pickle};
use super::zip::{Archive, Source, read_at};

/// The longest pickle that is read, in bytes. It can describe several hundred thousand tensors.
pub(super) const MOST_PICKLE: u64 = 1 << 26;

/// The memory for the values in a pickle. With it, opening a file takes at most four times its length and a few MiB.
/// `held` bytes are already used. Files of torch need less than two times their length.
pub(super) fn memory_for(file: u64, held: u64) -> usize {
    const ALWAYS: u64 = 4 << 20;
    file.saturating_mul(4).saturating_sub(held).saturating_add(ALWAYS).try_into().unwrap_or(usize::MAX)
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

/// Storages in a file of torch before 1.6.
pub(super) struct Legacy {
    pub(super) source: Mutex<Box<dyn Source>>,
    /// The storages in the order of their keys.
    pub(super) storages: Vec<Stored>,
}

/// A storage. Its key is a text in the pickle.
#[derive(Clone, Copy)]
pub(super) struct Stored {
    pub(super) key: Id,
    pub(super) element: usize,
    pub(super) start: u64,
    /// Its length in bytes; `None` until it has been found.
    pub(super) len: Option<u64>,
}

impl Contents {
    pub(super) fn read(archive: Archive) -> Result<Self, TorchError> {
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

impl Legacy {
    fn find(&self, pickle: &Pickle, key: &str) -> Result<(u64, u64), TorchError> {
        let found = self.storages.binary_search_by(|stored| pickle.str(stored.key).unwrap_or_default().cmp(key));
        let stored = found.ok().and_then(|found| self.storages.get(found));
        let found = stored.and_then(|stored| Some((stored.start, stored.len?)));
        found.ok_or_else(|| TorchError::damaged(format!("storage {key}"), "nothing: it is missing"))
    }

    pub(super) fn size(&self, pickle: &Pickle, key: &str) -> Result<u64, TorchError> {
        Ok(self.find(pickle, key)?.1)
    }

    pub(super) fn read(&self, pickle: &Pickle, key: &str, offset: u64, bytes: &mut [u8]) -> Result<(), TorchError> {
        let (start, len) = self.find(pickle, key)?;
        if offset.checked_add(bytes.len() as u64).is_none_or(|end| end > len) {
            return Err(TorchError::damaged(format!("storage {key}"), "bytes lie outside of the file"));
        }
        // A panic in another reader does not matter: every read seeks first.
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        read_at(&mut source, start + offset, bytes)
    }
}
