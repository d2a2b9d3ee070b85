//! Files of `torch.save`.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use optim_core::files::{self, FileError};

use super::error::TorchError;
use super::optimizer::OptimizerState;
use super::pickle::{self, Id, Node};
use super::value::TorchValue;
use super::zip::{Archive, Source};

/// The longest pickle that is read, in bytes: descriptions of some hundred thousand tensors.
const MOST_PICKLE: u64 = 1 << 26;

/// A file of `torch.save`: a value, most often a dict, and tensors that are read when they are asked for.
///
/// Nothing in the file is executed: its pickle is read as data, and one that asks for anything else is refused.
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
    /// Opens a file. It stays open while there are values of it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no file of `torch.save` (since 1.6), or holds more than plain data and tensors.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TorchError> {
        let path = path.as_ref();
        let file =
            files::open(path).map_err(|FileError { path, error, .. }| TorchError::Open { path, source: error })?;
        Self::of(Box::new(file))
    }

    /// A file that is in memory.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, TorchError> {
        Self::of(Box::new(Cursor::new(bytes.into())))
    }

    fn of(source: Box<dyn Source>) -> Result<Self, TorchError> {
        Ok(Self { contents: Arc::new(Contents::read(Archive::open(source)?)?) })
    }

    /// What was saved.
    pub fn root(&self) -> TorchValue {
        TorchValue::new(Arc::clone(&self.contents), self.contents.root, String::new())
    }

    /// The value of a key, where a dict was saved.
    ///
    /// # Errors
    ///
    /// When there is no such key, or something else was saved.
    pub fn get(&self, key: &str) -> Result<TorchValue, TorchError> {
        self.root().get(key)
    }

    /// The state of an optimizer: what was saved, or the one value of the dict that was saved that is one.
    ///
    /// # Errors
    ///
    /// When there is none, or more than one: choose with [`get`](Self::get) and [`TorchValue::optimizer`].
    pub fn optimizer(&self) -> Result<OptimizerState, TorchError> {
        self.root().optimizer()
    }
}

impl std::fmt::Debug for TorchFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TorchFile").field(&self.root()).finish()
    }
}

/// What is known of a file.
pub(super) struct Contents {
    archive: Archive,
    /// What all names in the archive begin with.
    prefix: String,
    big_endian: bool,
    nodes: Vec<Node>,
    root: Id,
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
        // Without it, the file is of torch before 2.1, which wrote the order of the machine.
        let big_endian = archive.names().any(|name| name == order) && text(&order, 64)? == b"big";
        let (nodes, root) = pickle::read(&text(&name, MOST_PICKLE)?)?;
        Ok(Self { prefix, big_endian, nodes, root, archive })
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        // Every id is the place of a node.
        self.nodes.get(id as usize).unwrap_or(&Node::None)
    }

    pub(super) fn big_endian(&self) -> bool {
        self.big_endian
    }

    pub(super) fn storage_len(&self, key: &str) -> Result<u64, TorchError> {
        self.archive.size(&self.storage_name(key))
    }

    pub(super) fn read_storage(&self, key: &str, offset: u64, bytes: &mut [u8]) -> Result<(), TorchError> {
        self.archive.read(&self.storage_name(key), offset, bytes)
    }

    fn storage_name(&self, key: &str) -> String {
        format!("{}data/{key}", self.prefix)
    }
}
