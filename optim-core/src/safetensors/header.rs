//! The front of a file: names and places of its tensors. Nothing in it is trusted.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek};

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::LONGEST_HEADER;
use crate::dtype::DType;
use crate::sorting::{sort_by, sort_by_key};

/// A tensor in a file.
#[derive(Debug)]
pub(super) struct TensorEntry {
    pub(super) name: Box<str>,
    pub(super) elements: ElementKind,
    pub(super) shape: Box<[usize]>,
    /// The place of its first byte in the file.
    pub(super) start: u64,
    pub(super) bytes: u64,
}

/// The type of the elements of a tensor.
#[derive(Debug)]
pub(super) enum ElementKind {
    /// An element type of parameters.
    Float(DType),
    /// Another type, by its name in the file.
    Other(Box<str>),
}

impl ElementKind {
    fn of(name: &str) -> Self {
        let floats = [DType::F64, DType::F32, DType::F16, DType::BF16];
        match floats.into_iter().find(|&dtype| name_of(dtype) == name) {
            Some(dtype) => Self::Float(dtype),
            None => Self::Other(name.into()),
        }
    }

    pub(super) fn name(&self) -> &str {
        match self {
            Self::Float(dtype) => name_of(*dtype),
            Self::Other(name) => name,
        }
    }
}

/// The name of an element type in a file.
pub(super) fn name_of(dtype: DType) -> &'static str {
    match dtype {
        DType::F64 => "F64",
        DType::F32 => "F32",
        DType::F16 => "F16",
        DType::BF16 => "BF16",
        DType::Bool => "BOOL",
        DType::U8 => "U8",
        DType::I8 => "I8",
        DType::U16 => "U16",
    }
}

/// The contents of a file: tensors sorted by name.
pub(super) struct Header {
    pub(super) entries: Vec<TensorEntry>,
    pub(super) metadata: BTreeMap<String, String>,
}

/// The kind of a file, by its first bytes.
pub(super) enum Front {
    Tensors(Header),
    /// A JSON document, as the index of parts is.
    Json(Vec<u8>),
    /// Another kind of file: its name, and a suggestion.
    Other(&'static str, &'static str),
}

/// The error of reading the front of a file, without the path.
pub(super) enum FrontError {
    Io(io::Error),
    Malformed(String),
}

impl From<io::Error> for FrontError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads everything before the tensors.
pub(super) fn read(file: &mut File) -> Result<Front, FrontError> {
    let length = file.metadata()?.len();
    file.rewind()?;
    let mut front = [0; 8];
    let known = length.min(8) as usize;
    file.read_exact(&mut front[..known])?;
    if let Some((found, help)) = other_kind(&front[..known]) {
        return Ok(Front::Other(found, help));
    }
    let header = u64::from_le_bytes(front);
    let is_json = || front.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    if (known < front.len() || header > LONGEST_HEADER) && is_json() && length <= LONGEST_HEADER {
        file.rewind()?;
        let mut json = Vec::new();
        file.take(LONGEST_HEADER).read_to_end(&mut json)?;
        return Ok(Front::Json(json));
    }
    if known < front.len() {
        return Err(FrontError::Malformed(format!("it has {length} bytes, its front has 8")));
    }
    // This check comes before any memory is allocated.
    if header > LONGEST_HEADER {
        return Err(FrontError::Malformed(format!("its header would have {header} bytes, allowed: {LONGEST_HEADER}")));
    }
    let data = 8 + header;
    if data > length {
        return Err(FrontError::Malformed(format!(
            "it has {length} bytes where its header asks for {data}: it is cut off"
        )));
    }
    let mut json = vec![0; header as usize];
    file.read_exact(&mut json)?;
    let mut parsed: Parsed =
        serde_json::from_slice(&json).map_err(|error| FrontError::Malformed(format!("its header: {error}")))?;
    drop(json);
    placed(&mut parsed.entries, data, length)?;
    if let Some(twice) = parsed.entries.windows(2).find(|pair| pair[0].name == pair[1].name) {
        return Err(FrontError::Malformed(format!("two tensors are called `{}`", twice[0].name)));
    }
    Ok(Front::Tensors(Header { entries: parsed.entries, metadata: parsed.metadata }))
}

/// Recognizes kinds of files that are often mistaken for safetensors.
fn other_kind(front: &[u8]) -> Option<(&'static str, &'static str)> {
    const TORCH: &str = "read it with `optim_std::torch::TorchFile::open`";
    const AGAIN: &str = "load it with torch and save it again: `torch.save(torch.load(path), path)`";
    match front {
        [] => Some(("empty", "save again")),
        [b'P', b'K', 3, 4, ..] => Some(("a zip archive, as `torch.save` writes", TORCH)),
        [0x80, 2, 0x8a, 0x0a, ..] => Some(("in the format of torch before 1.6", AGAIN)),
        [0x89, b'H', b'D', b'F', ..] => Some(("an HDF5 file", "save it as safetensors with what made it")),
        [b'G', b'G', b'U', b'F', ..] => Some(("a GGUF file", "read the safetensors file that it was made from")),
        b"version " => Some(("a pointer of Git LFS", "fetch the file itself: `git lfs pull`")),
        [0x1f, 0x8b, ..] => Some(("compressed with gzip", "decompress it")),
        _ => None,
    }
}

/// Checks that the tensors fill the file without gaps, and sorts them by name. Their starts become places in the
/// file.
fn placed(entries: &mut [TensorEntry], data: u64, length: u64) -> Result<(), FrontError> {
    sort_by_key(entries, |entry| (entry.start, entry.bytes));
    let mut end = 0;
    for entry in entries.iter_mut() {
        if entry.start != end {
            let (name, start) = (&entry.name, entry.start);
            return Err(FrontError::Malformed(format!(
                "tensor `{name}` starts at {start}, the one before it ends at {end}"
            )));
        }
        // If a sum saturates, it differs from the file's length below.
        end = end.saturating_add(entry.bytes);
        entry.start = entry.start.saturating_add(data);
    }
    let expected = data.saturating_add(end);
    if expected != length {
        let what = if expected > length { "cut off" } else { "longer than its tensors" };
        return Err(FrontError::Malformed(format!(
            "it has {length} bytes where its header asks for {expected}: it is {what}"
        )));
    }
    sort_by(entries, |a, b| a.name.cmp(&b.name));
    Ok(())
}

/// The header as JSON.
struct Parsed {
    metadata: BTreeMap<String, String>,
    entries: Vec<TensorEntry>,
}

#[derive(Deserialize)]
struct Info<'a> {
    #[serde(borrow)]
    dtype: Cow<'a, str>,
    shape: Vec<usize>,
    data_offsets: (u64, u64),
}

impl Info<'_> {
    fn entry(self, name: &str) -> Result<TensorEntry, String> {
        let (start, end) = self.data_offsets;
        let bytes = end.checked_sub(start).ok_or_else(|| format!("it starts at {start} and ends at {end}"))?;
        let elements = ElementKind::of(&self.dtype);
        if let ElementKind::Float(dtype) = elements
            && (dtype.bytes_of(&self.shape).map(|bytes| bytes as u64) != Some(bytes) || !is_addressable(&self.shape))
        {
            return Err(format!(
                "{bytes} bytes do not make a tensor of shape {:?} and type {}",
                self.shape, self.dtype
            ));
        }
        Ok(TensorEntry { name: name.into(), elements, shape: self.shape.into(), start, bytes })
    }
}

/// The array library requires that the product of the non-empty axes fits.
fn is_addressable(shape: &[usize]) -> bool {
    let full: Vec<usize> = shape.iter().copied().filter(|&size| size > 0).collect();
    DType::F64.bytes_of(&full).is_some_and(|bytes| isize::try_from(bytes).is_ok())
}

impl<'de> Deserialize<'de> for Parsed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Parsed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parsed, A::Error> {
                let mut parsed = Parsed { metadata: BTreeMap::new(), entries: Vec::new() };
                while let Some(HeaderText(key)) = map.next_key()? {
                    if key == "__metadata__" {
                        parsed.metadata = map.next_value()?;
                        continue;
                    }
                    let entry = map.next_value::<Info<'de>>().map_err(|error| error.to_string());
                    let entry = entry.and_then(|info| info.entry(&key));
                    let wrong = |error| A::Error::custom(format_args!("tensor `{key}`: {error}"));
                    parsed.entries.push(entry.map_err(wrong)?);
                }
                Ok(parsed)
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// A text that is copied only if it has escapes.
#[derive(Deserialize)]
struct HeaderText<'a>(#[serde(borrow)] Cow<'a, str>);
