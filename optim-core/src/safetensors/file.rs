//! A file, or the parts of one, and their contents.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use ndarray::{ArrayD, IxDyn};

use super::error::SafetensorsError;
use super::header::{self, ElementKind, Front, FrontError, Header, TensorEntry};
use super::index;
use crate::dtype::DType;
use crate::files::{self, FileError};
use crate::kernel::Float;
use crate::messages::shown;
use crate::params::{LoadParams, LoadParamsError, Parameters, TensorSource};
use crate::sorting::sort_by;
use crate::state_dict::tensor::Destination;
use crate::suggestion::nearest;

/// The number of bytes in memory at a time, whole elements of any type.
const PIECE: u64 = 1 << 18;

/// The parameters of a model in a safetensors file, or in the files that a `model.safetensors.index.json` names.
///
/// [`open`](Self::open) reads and checks the part before the tensors. Tensors are read on demand, one by one, and converted to the
/// element type that you ask for.
///
/// The tensors have names, but not the order of the model, because the library that writes the file sorts them.
pub struct SafetensorsFile {
    path: PathBuf,
    parts: Vec<FilePart>,
    /// Sorted by name.
    tensors: Vec<PartTensor>,
    metadata: BTreeMap<String, String>,
}

/// One file.
struct FilePart {
    path: PathBuf,
    file: Mutex<File>,
}

struct PartTensor {
    part: usize,
    entry: TensorEntry,
}

impl SafetensorsFile {
    /// Opens a file and checks everything except the numbers in its tensors. For a model in several files, open the
    /// index, `model.safetensors.index.json`: it opens all of them.
    ///
    /// # Errors
    ///
    /// Returns an error if the file or a part cannot be read, is of another kind, or is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, SafetensorsError> {
        let path = path.as_ref();
        let mut opened =
            Self { path: path.to_owned(), parts: Vec::new(), tensors: Vec::new(), metadata: BTreeMap::new() };
        match front(path)? {
            (file, Front::Tensors(header)) => opened.add(path, file, header)?,
            (_, Front::Json(json)) => {
                for (part, tensors) in index::parts(path, &json).map_err(|reason| malformed(path, reason))? {
                    opened.add_part(&part, &tensors)?;
                }
            }
            (_, Front::Other(found, help)) => return Err(kind(path, found, help)),
        }
        // Stable: the parts of two tensors with one name are reported in order.
        sort_by(&mut opened.tensors, |a, b| a.entry.name.cmp(&b.entry.name));
        if let Some([a, b]) = opened.tensors.windows(2).find(|pair| pair[0].entry.name == pair[1].entry.name) {
            let [a_path, b_path] = [a, b].map(|tensor| opened.parts[tensor.part].path.display());
            let reason = format!("tensor `{}` is in `{a_path}` and in `{b_path}`", a.entry.name);
            return Err(malformed(path, reason));
        }
        Ok(opened)
    }

    /// A part that an index lists.
    fn add_part(&mut self, path: &Path, tensors: &[String]) -> Result<(), SafetensorsError> {
        let (file, header) = match front(path)? {
            (file, Front::Tensors(header)) => (file, header),
            (_, Front::Json(_)) => return Err(malformed(path, "it is JSON, but not a safetensors file".to_owned())),
            (_, Front::Other(found, help)) => return Err(kind(path, found, help)),
        };
        let has = |name: &String| header.entries.binary_search_by(|entry| (*entry.name).cmp(name)).is_ok();
        match tensors.iter().find(|&name| !has(name)) {
            Some(missing) => {
                Err(malformed(path, format!("it has no tensor `{missing}`, which the index says is in it")))
            }
            None => self.add(path, file, header),
        }
    }

    fn add(&mut self, path: &Path, file: File, header: Header) -> Result<(), SafetensorsError> {
        if crate::checkpoint::file::is_checkpoint(&header.metadata) {
            let help = "read it with `optim_std::CheckpointFile::open`";
            return Err(kind(path, "a checkpoint of this crate", help));
        }
        let part = self.parts.len();
        self.parts.push(FilePart { path: path.to_owned(), file: Mutex::new(file) });
        self.tensors.extend(header.entries.into_iter().map(|entry| PartTensor { part, entry }));
        // All parts of a model have the same metadata.
        self.metadata.extend(header.metadata);
        Ok(())
    }

    /// Replaces every parameter of a model by the tensor with its name, converted to the model's element type. Returns the names
    /// that no parameter uses, such as buffers.
    ///
    /// PyTorch's prefixes are dropped, see [`LoadParams`].
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter has no tensor here or one of another shape, or a tensor cannot be read. The model has not changed then.
    pub fn load_params<P: Parameters + ?Sized>(&self, model: &mut P) -> Result<Vec<String>, SafetensorsError> {
        self.load_params_with(model, &LoadParams::new())
    }

    /// Like [`load_params`](Self::load_params), if the file has other names.
    ///
    /// ```no_run
    /// # use optim_core::params::LoadParams;
    /// # use optim_core::safetensors::{SafetensorsError, SafetensorsFile};
    /// # fn load(mut model: ndarray::Array1<f32>) -> Result<(), SafetensorsError> {
    /// let names = LoadParams::new().prefix("transformer.");
    /// SafetensorsFile::open("model.safetensors")?.load_params_with(&mut model, &names)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`load_params`](Self::load_params).
    pub fn load_params_with<P: Parameters + ?Sized>(
        &self,
        model: &mut P,
        options: &LoadParams,
    ) -> Result<Vec<String>, SafetensorsError> {
        options.load(model, self)
    }

    /// Returns all floating-point tensors by name, as a model without a struct. Other tensors are left out.
    ///
    /// The map is sorted by name, like the file, and does not have the order of the model. Do not fill an `indexmap::IndexMap` from
    /// it: its order counts as the order of the model, so the numbers in a PyTorch file would refer to other parameters. Fill it in
    /// the order of a list of names, with [`array`](Self::array), or keep this map and pass the list to `Names::listed`.
    ///
    /// # Errors
    ///
    /// Returns an error if a tensor cannot be read.
    pub fn to_map<T: Float>(&self) -> Result<BTreeMap<String, ArrayD<T>>, SafetensorsError> {
        let floats = self.tensors.iter().filter(|tensor| matches!(tensor.entry.elements, ElementKind::Float(_)));
        floats.map(|tensor| Ok((tensor.entry.name.to_string(), self.read_tensor(tensor)?))).collect()
    }

    /// Returns a tensor as an array in C order, converted to the element type.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none of this name, or it is not of floating-point numbers, or it cannot be read.
    pub fn array<T: Float>(&self, name: &str) -> Result<ArrayD<T>, SafetensorsError> {
        self.read_tensor(self.tensor(name)?)
    }

    /// The names of all tensors, sorted.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tensors.iter().map(|tensor| &*tensor.entry.name)
    }

    /// Length of each axis of a tensor.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none of this name.
    pub fn shape(&self, name: &str) -> Result<&[usize], SafetensorsError> {
        Ok(&self.tensor(name)?.entry.shape)
    }

    /// The element type of a tensor, by its name in the file: `BF16`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none of this name.
    pub fn dtype(&self, name: &str) -> Result<&str, SafetensorsError> {
        Ok(self.tensor(name)?.entry.elements.name())
    }

    /// The metadata of the file, by key: `format` is `pt` in files for PyTorch.
    pub fn metadata(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.metadata.iter().map(|(key, value)| (&**key, &**value))
    }

    fn tensor(&self, name: &str) -> Result<&PartTensor, SafetensorsError> {
        let found = self.tensors.binary_search_by(|tensor| (*tensor.entry.name).cmp(name));
        found.map(|place| &self.tensors[place]).map_err(|_| SafetensorsError::NoTensor {
            path: self.path.clone(),
            name: name.to_owned(),
            nearest: nearest(name, self.names()),
        })
    }

    /// The tensor with this index in [`names`](Self::names).
    fn at(&self, index: usize) -> Result<&PartTensor, SafetensorsError> {
        self.tensors.get(index).ok_or_else(|| SafetensorsError::NoTensor {
            path: self.path.clone(),
            name: format!("number {index}"),
            nearest: None,
        })
    }

    fn dtype_of(&self, tensor: &PartTensor) -> Result<DType, SafetensorsError> {
        match tensor.entry.elements {
            ElementKind::Float(dtype) => Ok(dtype),
            ElementKind::Other(ref dtype) => Err(SafetensorsError::ElementType {
                path: self.parts[tensor.part].path.clone(),
                name: tensor.entry.name.to_string(),
                dtype: dtype.to_string(),
            }),
        }
    }

    fn read_tensor<T: Float>(&self, tensor: &PartTensor) -> Result<ArrayD<T>, SafetensorsError> {
        let (dtype, entry) = (self.dtype_of(tensor)?, &tensor.entry);
        let mut array = zeros::<T>(&entry.shape)
            .map_err(|elements| SafetensorsError::OutOfMemory { name: entry.name.to_string(), elements })?;
        let part = &self.parts[tensor.part];
        let mut destination = Destination::array(&mut array);
        // A panic in another reader does not matter: every read seeks first.
        let mut file = part.file.lock().unwrap_or_else(PoisonError::into_inner);
        pieces(&mut file, entry, |piece| destination.take(dtype, piece)).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => malformed(&part.path, format!("it was cut off in tensor `{}`", entry.name)),
            _ => cannot_read(&part.path, error),
        })?;
        Ok(array)
    }
}

/// The sizes of the tensors; the file has their numbers.
impl fmt::Debug for SafetensorsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SafetensorsFile({} tensors in `{}`)", self.tensors.len(), shown(self.path.display()))
    }
}

impl TensorSource for SafetensorsFile {
    type Error = SafetensorsError;

    fn names(&self) -> Vec<&str> {
        Self::names(self).collect()
    }

    fn shape(&self, index: usize) -> Result<Vec<usize>, SafetensorsError> {
        let tensor = self.at(index)?;
        // A tensor that cannot be read is reported before the first one is read.
        self.dtype_of(tensor)?;
        Ok(tensor.entry.shape.to_vec())
    }

    fn read<T: Float>(&self, index: usize) -> Result<ArrayD<T>, SafetensorsError> {
        self.read_tensor(self.at(index)?)
    }

    fn refuse(&self, error: LoadParamsError) -> SafetensorsError {
        SafetensorsError::Params { path: self.path.clone(), error }
    }
}

/// Opens a file and reads the part before the tensors.
fn front(path: &Path) -> Result<(File, Front), SafetensorsError> {
    let mut file = files::open(path).map_err(|error| match error.error.kind() {
        io::ErrorKind::IsADirectory => {
            kind(path, "a folder", "open the file `model.safetensors` or `model.safetensors.index.json` in it")
        }
        _ => error.into(),
    })?;
    match header::read(&mut file) {
        Ok(front) => Ok((file, front)),
        Err(FrontError::Io(error)) => Err(cannot_read(path, error)),
        Err(FrontError::Malformed(reason)) => Err(malformed(path, reason)),
    }
}

/// Calls `sink` with the bytes of a tensor.
fn pieces(file: &mut File, entry: &TensorEntry, mut sink: impl FnMut(&[u8])) -> io::Result<()> {
    file.seek(SeekFrom::Start(entry.start))?;
    let mut buffer = vec![0; entry.bytes.min(PIECE) as usize];
    let mut left = entry.bytes;
    while left > 0 {
        let piece = &mut buffer[..left.min(PIECE) as usize];
        file.read_exact(piece)?;
        sink(piece);
        left -= piece.len() as u64;
    }
    Ok(())
}

/// A zeroed array; the number of its elements if there is not enough memory.
fn zeros<T: Float>(shape: &[usize]) -> Result<ArrayD<T>, usize> {
    let elements = shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size)).ok_or(usize::MAX)?;
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(elements).map_err(|_| elements)?;
    zeros.resize(elements, T::ZERO);
    ArrayD::from_shape_vec(IxDyn(shape), zeros).map_err(|_| elements)
}

fn cannot_read(path: &Path, error: io::Error) -> SafetensorsError {
    FileError { action: "read", path: path.to_owned(), error }.into()
}

fn malformed(path: &Path, reason: String) -> SafetensorsError {
    SafetensorsError::Malformed { path: path.to_owned(), reason }
}

fn kind(path: &Path, found: &'static str, help: &'static str) -> SafetensorsError {
    SafetensorsError::Kind { path: path.to_owned(), found, help }
}
