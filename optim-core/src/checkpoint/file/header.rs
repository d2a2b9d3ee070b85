//! Reading the front of a file. Nothing in it is trusted.
//!
//! Sizes are checked first, then the checksum of the header, if the tensor of checksums can be found: damage is found before any
//! of the header is kept. The rest is kept in as few bytes as it has in the file, so a malicious file takes no more than four times
//! its size.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::front::LENGTH;
use super::listing::{ListedInfo, Listing, walk};
use super::meta::{Meta, ParamsMeta, Version};
use super::read::CheckedBlocks;
use super::stacks::Stacks;
use super::wrong::Wrong;
use super::{BLOCK, CHECKSUMS, FORMAT, LONGEST_HEADER, OPTIMIZER, PARAMS, STACKED, StoredType, VERSION};
use super::{json, mask_key, param_key, stack_key, state_key};

/// Everything in a file except its arrays.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) meta: Meta,
    pub(super) listing: Listing,
    /// Only in version 2.
    pub(super) stacked: Option<Stacked>,
}

/// The additional fields of version 2.
#[derive(Debug)]
pub(super) struct Stacked {
    pub(super) blocks: CheckedBlocks,
    pub(super) params: Option<Stacks>,
    pub(super) optimizer: Option<Stacks>,
}

/// The header as JSON.
struct JsonHeader {
    json: String,
    /// Checksum of the header.
    checksum: u32,
    /// Position of the first array.
    data: u64,
    /// Length of the file.
    length: u64,
}

/// Reads the header.
fn json_header(file: &mut File) -> Result<JsonHeader, Wrong> {
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let mut front = [0; LENGTH];
    if length < front.len() as u64 {
        return Err(Wrong::Length { expected: front.len() as u64, found: length });
    }
    file.read_exact(&mut front)?;
    if front.starts_with(b"PK\x03\x04") {
        return Err(Wrong::Kind {
            found: "a zip archive, as `torch.save` writes",
            help: "read it with `optim_std::torch::TorchFile::open`",
        });
    }
    let header = u64::from_le_bytes(front);
    if header > LONGEST_HEADER as u64 && front.trim_ascii_start().starts_with(b"{") {
        return Err(Wrong::Kind {
            found: "a JSON file",
            help: "where it is the index of a model in several safetensors files, read it with \
                   `optim_std::safetensors::SafetensorsFile::open`",
        });
    }
    // This check comes before any memory is allocated.
    if header > LONGEST_HEADER as u64 {
        return Err(Wrong::Malformed(format!("its header would have {header} bytes")));
    }
    let data = front.len() as u64 + header;
    if data > length {
        return Err(Wrong::Length { expected: data, found: length });
    }
    let mut json = vec![0; header as usize];
    file.read_exact(&mut json)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&front);
    hasher.update(&json);
    let checksum = hasher.finalize();
    let json = String::from_utf8(json).map_err(|error| Wrong::Malformed(format!("its header: {error}")))?;
    if let Some(stored) = early_checksum(file, &json, data, length)?
        && stored != checksum
    {
        return Err(Wrong::Checksum("the header".to_owned()));
    }
    Ok(JsonHeader { json, checksum, data, length })
}

/// Reads and checks everything except the arrays.
pub(super) fn read(file: &mut File) -> Result<Contents, Wrong> {
    let JsonHeader { json, checksum, data, length } = json_header(file)?;
    let (mut listing, text) = Listing::read(json, data)?;
    let (text, version) = version(text.ok_or(Wrong::Foreign)?)?;
    let meta = Meta::read(text, version).map_err(|error| Wrong::Malformed(format!("its metadata: {error}")))?;
    let expected = listing.check()?;
    if expected != length {
        return Err(Wrong::Length { expected, found: length });
    }
    let checksums = checksums(file, &listing, data, version)?;
    if checksums.first() != Some(&checksum) {
        return Err(Wrong::Checksum("the header".to_owned()));
    }
    contents(&meta, &listing)?;
    let end = listing.tensors.last().map_or(data, |last| last.start);
    listing.pop();
    if version != STACKED {
        for (tensor, checksum) in listing.tensors.iter_mut().zip(&checksums[1..]) {
            tensor.checksum = *checksum;
        }
        for (place, tensor) in listing.tensors.iter().enumerate() {
            if !matches!(tensor.stored, StoredType::Elements(_)) {
                return Err(Wrong::Malformed(format!(
                    "`{}` has elements of type {}, which no parameter or state has",
                    listing.name(place),
                    tensor.stored.name()
                )));
            }
        }
        return Ok(Contents { meta, listing, stacked: None });
    }
    let mut blocks = CheckedBlocks::new(data..end, checksums);
    let mut stacks = |list, params: &ParamsMeta| Stacks::read(file, &mut blocks, &listing, &meta.text, list, params);
    let params = meta.params.as_ref().map(|params| stacks(PARAMS, params)).transpose()?;
    let optimizer = meta.optimizer.as_ref().map(|optimizer| stacks(OPTIMIZER, &optimizer.params)).transpose()?;
    blocks.forget();
    Ok(Contents { meta, listing, stacked: Some(Stacked { blocks, params, optimizer }) })
}

/// The checksum of the header, at the place that the header names; `None` if that place makes no sense.
fn early_checksum(file: &mut File, json: &str, data: u64, length: u64) -> Result<Option<u32>, Wrong> {
    let mut found = None;
    let walked = walk(json, &mut |name, info: &serde_json::value::RawValue| {
        if name == CHECKSUMS {
            let info: ListedInfo<'_> = serde_json::from_str(info.get())?;
            found = info.checksums();
        }
        Ok(())
    });
    let (Ok(_), Some((range, _))) = (walked, found) else { return Ok(None) };
    if range.is_empty() || data.checked_add(range.end) != Some(length) {
        return Ok(None);
    }
    let mut checksum = [0; 4];
    file.seek(SeekFrom::Start(data + range.start))?;
    file.read_exact(&mut checksum)?;
    Ok(Some(u32::from_le_bytes(checksum)))
}

/// The checksums, which are in the last tensor.
fn checksums(file: &mut File, listing: &Listing, data: u64, version: u64) -> Result<Vec<u32>, Wrong> {
    let malformed = || Wrong::Malformed(format!("`{CHECKSUMS}` is not what it should be"));
    let place = listing.tensors.len().checked_sub(1).ok_or_else(malformed)?;
    let tensor = &listing.tensors[place];
    let count = match version {
        STACKED => (tensor.start - data).div_ceil(BLOCK as u64) + 1,
        _ => listing.tensors.len() as u64,
    };
    if listing.name(place) != CHECKSUMS
        || tensor.stored != StoredType::U8
        || listing.shape(place) != [usize::try_from(count).map_err(|_| malformed())?, 4]
    {
        return Err(malformed());
    }
    let mut bytes = vec![0; tensor.bytes as usize];
    file.seek(SeekFrom::Start(tensor.start))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes.as_chunks::<4>().0.iter().map(|checksum| u32::from_le_bytes(*checksum)).collect())
}

/// The version of the text under our key, if it is known.
fn version(text: String) -> Result<(String, u64), Wrong> {
    let malformed = |error: serde_json::Error| Wrong::Malformed(format!("its metadata: {error}"));
    let Version { format, version } = serde_json::from_str(&text).map_err(malformed)?;
    if format != FORMAT {
        return Err(Wrong::Foreign);
    }
    match version {
        0 => Err(Wrong::Malformed("its version is 0".to_owned())),
        1..=VERSION => Ok((text, version)),
        newer => Err(Wrong::Newer(newer)),
    }
}

/// Checks that the file has exactly the tensors in the metadata.
#[expect(clippy::too_many_lines, reason = "one walk over the metadata, which notes each name once")]
fn contents(meta: &Meta, listing: &Listing) -> Result<(), Wrong> {
    /// The largest number of names in a message: a file may have millions.
    const MOST: usize = 1000;
    let mut expected = vec![false; listing.tensors.len()];
    let mut missing = Vec::new();
    let mut expect = |key: String| match listing.find(&key).map(|place| &mut expected[place]) {
        Some(true) => Err(Wrong::Malformed(format!("its metadata has `{key}` twice"))),
        Some(expected) => {
            *expected = true;
            Ok(())
        }
        None if missing.contains(&key) => Err(Wrong::Malformed(format!("its metadata has `{key}` twice"))),
        None => {
            missing.push(key);
            match missing.len() {
                MOST => Err(Wrong::Contents { missing: std::mem::take(&mut missing), unexpected: Vec::new() }),
                _ => Ok(()),
            }
        }
    };
    expect(CHECKSUMS.to_owned())?;
    let stacked = meta.version == STACKED;
    if let Some(params) = &meta.params {
        params.names.iter().try_for_each(|param| expect(param_key(param)))?;
        for place in 0..params.rows.len() {
            ["names", "lengths", "places", "values"]
                .iter()
                .try_for_each(|name| expect(stack_key(PARAMS, place, name)))?;
        }
    }
    for (place, param) in meta.optimizer.iter().flat_map(|optimizer| &optimizer.params.rows).enumerate() {
        let name = meta.optimizer.as_ref().map_or("", |optimizer| optimizer.params.names.get(place));
        let states = param.states.get(&meta.text);
        if stacked {
            ["names", "lengths", "places", "steps"]
                .iter()
                .try_for_each(|name| expect(stack_key(OPTIMIZER, place, name)))?;
        }
        let mut wrong = None;
        let walked = json::walk(states, &mut |json::Text(state)| {
            let key = match stacked {
                true => stack_key(OPTIMIZER, place, &format!("states/{state}")),
                false => state_key(name, &state),
            };
            if let Err(error) = expect(key) {
                wrong.get_or_insert(error);
            }
            Ok(())
        });
        match wrong {
            Some(wrong) => return Err(wrong),
            None if states.is_empty() => {}
            None => walked.map_err(|error| Wrong::Malformed(format!("its metadata: {error}")))?,
        }
        if param.masked {
            expect(if stacked { stack_key(OPTIMIZER, place, "masks") } else { mask_key(name) })?;
        }
        // The shape and the view are checked here, so reading them later cannot fail.
        let malformed = |error| Wrong::Malformed(format!("its metadata: {error}"));
        json::shape(param.shape.get(&meta.text)).map_err(malformed)?;
        json::view(param.view.get(&meta.text)).map_err(malformed)?;
    }
    let unexpected = expected.iter().enumerate().filter(|(_, expected)| !**expected).take(MOST);
    let unexpected: Vec<String> = unexpected.map(|(place, _)| listing.name(place).to_owned()).collect();
    if missing.is_empty() && unexpected.is_empty() { Ok(()) } else { Err(Wrong::Contents { missing, unexpected }) }
}
