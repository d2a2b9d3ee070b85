//! Reading the front of a file: nothing in it is believed.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use safetensors::tensor::{Dtype, Metadata, TensorInfo};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use super::meta::{Meta, Pairs, Version, first};
use super::{CHECKSUMS, FORMAT, KEY, LONGEST_HEADER, VERSION, mask_key, param_key, state_key};
use crate::checkpoint::DType;

/// Where a tensor is, and what it must be.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) dtype: DType,
    pub(super) shape: Vec<usize>,
    /// Place of its first byte in the file.
    pub(super) start: u64,
    pub(super) bytes: usize,
    pub(super) checksum: u32,
}

/// What is wrong with a file, without its path.
#[derive(Debug)]
pub(super) enum Wrong {
    Io(io::Error),
    Length { expected: u64, found: u64 },
    Malformed(String),
    Foreign,
    Newer(u64),
    Contents { missing: Vec<String>, unexpected: Vec<String> },
    Checksum(String),
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Reads and checks everything but the tensors.
pub(super) fn read(file: &mut File) -> Result<(Meta, HashMap<String, Entry>), Wrong> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut front = [0; 8];
    if length < front.len() as u64 {
        return Err(Wrong::Length { expected: front.len() as u64, found: length });
    }
    file.read_exact(&mut front)?;
    if front.starts_with(b"PK\x03\x04") {
        return Err(Wrong::Malformed(
            "it is a zip archive, as `torch.save` writes\nhelp: read it with `optim_std::torch::TorchFile::open`"
                .to_owned(),
        ));
    }
    let header = u64::from_le_bytes(front);
    if header > LONGEST_HEADER as u64 && front.trim_ascii_start().starts_with(b"{") {
        return Err(Wrong::Malformed(
            "it is a JSON file\nhelp: where it is the index of a model in several safetensors files, read it with \
             `optim_std::safetensors::SafetensorsFile::open`"
                .to_owned(),
        ));
    }
    // Before any memory is asked for.
    if header > LONGEST_HEADER as u64 {
        return Err(Wrong::Malformed(format!("its header would have {header} bytes")));
    }
    let data = front.len() as u64 + header;
    if data > length {
        return Err(Wrong::Length { expected: data, found: length });
    }
    let mut json = vec![0; header as usize];
    file.read_exact(&mut json)?;
    let Header { metadata, mut tensors } =
        serde_json::from_slice(&json).map_err(|error| Wrong::Malformed(format!("its header: {error}")))?;
    let meta = meta(metadata)?;
    // Empty tensors start where the next one does.
    tensors.sort_by_key(|(_, info)| info.data_offsets);
    let checked = Metadata::new(None, tensors.clone()).map_err(|error| Wrong::Malformed(error.to_string()))?;
    let expected = data.saturating_add(checked.data_len() as u64);
    if expected != length {
        return Err(Wrong::Length { expected, found: length });
    }
    contents(&meta, &tensors)?;

    let checksums = checksums(file, data, &tensors)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&front);
    hasher.update(&json);
    if checksums.first() != Some(&hasher.finalize()) {
        return Err(Wrong::Checksum("the header".to_owned()));
    }
    tensors.pop();
    let entries = tensors.into_iter().zip(&checksums[1..]).map(|((name, info), &checksum)| {
        let dtype = dtype(info.dtype).ok_or_else(|| {
            Wrong::Malformed(format!("`{name}` has elements of type {:?}, which no parameter or state has", info.dtype))
        })?;
        let (start, end) = info.data_offsets;
        Ok((name, Entry { dtype, shape: info.shape, start: data + start as u64, bytes: end - start, checksum }))
    });
    Ok((meta, entries.collect::<Result<_, Wrong>>()?))
}

/// The checksums, which are the last tensor.
fn checksums(file: &mut File, data: u64, tensors: &[(String, TensorInfo)]) -> Result<Vec<u32>, Wrong> {
    let last = tensors.last().filter(|(name, _)| name == CHECKSUMS);
    let info = last.map(|(_, info)| info).filter(|info| info.dtype == Dtype::U8 && info.shape == [tensors.len(), 4]);
    let info = info.ok_or_else(|| Wrong::Malformed(format!("`{CHECKSUMS}` is not what it should be")))?;
    let (start, end) = info.data_offsets;
    let mut bytes = vec![0; end - start];
    file.seek(SeekFrom::Start(data + start as u64))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|checksum| u32::from_le_bytes(*checksum)).collect())
}

/// The metadata under our key, if it is of a version that is known.
fn meta(metadata: Vec<(String, String)>) -> Result<Meta, Wrong> {
    let text = metadata.into_iter().find(|(key, _)| key == KEY).ok_or(Wrong::Foreign)?.1;
    let malformed = |error: serde_json::Error| Wrong::Malformed(format!("its metadata: {error}"));
    let Version { format, version } = serde_json::from_str(&text).map_err(malformed)?;
    if format != FORMAT {
        return Err(Wrong::Foreign);
    }
    match version {
        0 => Err(Wrong::Malformed("its version is 0".to_owned())),
        1..=VERSION => serde_json::from_str(&text).map_err(malformed),
        newer => Err(Wrong::Newer(newer)),
    }
}

/// Checks that the tensors are those that the metadata speaks of.
fn contents(meta: &Meta, tensors: &[(String, TensorInfo)]) -> Result<(), Wrong> {
    let mut expected = vec![CHECKSUMS.to_owned()];
    expected.extend(meta.params.iter().flatten().map(|param| param_key(param)));
    for param in meta.optimizer.iter().flat_map(|optimizer| &optimizer.params) {
        expected.extend(param.states.iter().map(|state| state_key(&param.name, state)));
        expected.extend(param.masked.then(|| mask_key(&param.name)));
    }
    let mut seen = HashSet::new();
    if let Some(twice) = expected.iter().find(|key| !seen.insert(key.as_str())) {
        return Err(Wrong::Malformed(format!("its metadata has `{twice}` twice")));
    }
    let found: HashSet<&str> = tensors.iter().map(|(name, _)| &**name).collect();
    let missing: Vec<String> = expected.iter().filter(|key| !found.contains(key.as_str())).cloned().collect();
    let unexpected = tensors.iter().map(|(name, _)| name).filter(|name| !seen.contains(name.as_str()));
    let unexpected: Vec<String> = unexpected.cloned().collect();
    if missing.is_empty() && unexpected.is_empty() { Ok(()) } else { Err(Wrong::Contents { missing, unexpected }) }
}

fn dtype(dtype: Dtype) -> Option<DType> {
    match dtype {
        Dtype::BOOL => Some(DType::Bool),
        Dtype::F16 => Some(DType::F16),
        Dtype::BF16 => Some(DType::BF16),
        Dtype::F32 => Some(DType::F32),
        Dtype::F64 => Some(DType::F64),
        _ => None,
    }
}

/// A header as it stands there. The library's own type silently takes the last of two tensors with one name.
struct Header {
    metadata: Vec<(String, String)>,
    tensors: Vec<(String, TensorInfo)>,
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Header;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Header, A::Error> {
                let mut header = Header { metadata: Vec::new(), tensors: Vec::new() };
                let mut seen = HashSet::new();
                while let Some(key) = map.next_key::<String>()? {
                    first::<A::Error>(&mut seen, &key)?;
                    match &*key {
                        "__metadata__" => header.metadata = map.next_value::<Pairs<String>>()?.0,
                        _ => {
                            let info = map
                                .next_value()
                                .map_err(|error| A::Error::custom(format_args!("tensor `{key}`: {error}")))?;
                            header.tensors.push((key, info));
                        }
                    }
                }
                Ok(header)
            }
        }

        deserializer.deserialize_map(Object)
    }
}
