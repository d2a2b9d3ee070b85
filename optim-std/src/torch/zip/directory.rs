//! The list of files in an archive. It is kept in the archive's format, and lookups search in it.

use super::{CENTRAL, CENTRAL_LEN, IN_64};
use crate::torch::error::TorchError;

/// The list, and the offsets of its entries, sorted by name.
pub(super) struct ZipDirectory {
    pub(super) bytes: Vec<u8>,
    pub(super) places: Vec<u32>,
}

/// The entry of a file in the list.
#[derive(Clone, Copy)]
pub(super) struct ZipEntry {
    pub(super) header: u64,
    pub(super) size: u64,
    pub(super) compressed: bool,
    pub(super) encrypted: bool,
}

impl ZipDirectory {
    pub(super) fn new(bytes: Vec<u8>) -> Result<Self, TorchError> {
        let cut = || damaged("its list of files ends early");
        let mut count = 0;
        let mut place = 0;
        while place < bytes.len() {
            let (_, _, len) = entry(&bytes, place)?.ok_or_else(cut)?;
            place += len;
            count += 1;
        }
        let mut directory = Self { bytes, places: Vec::with_capacity(count) };
        place = 0;
        while let Ok(Some((_, _, len))) = entry(&directory.bytes, place) {
            directory.places.push(place as u32);
            place += len;
        }
        let Self { bytes, places } = &mut directory;
        places.sort_unstable_by(|&a, &b| name(bytes, a).cmp(name(bytes, b)));
        if let Some(pair) = places.windows(2).find(|pair| name(bytes, pair[0]) == name(bytes, pair[1])) {
            return Err(TorchError::damaged(name(bytes, pair[0]), "there are two of this name"));
        }
        Ok(directory)
    }

    /// Names of all files, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|&place| name(&self.bytes, place))
    }

    pub(super) fn find(&self, wanted: &str) -> Option<ZipEntry> {
        let found = self.places.binary_search_by(|&place| name(&self.bytes, place).cmp(wanted)).ok()?;
        let (_, entry, _) = entry(&self.bytes, *self.places.get(found)? as usize).ok()??;
        Some(entry)
    }
}

/// The name of the entry at an offset, which has been parsed before.
fn name(bytes: &[u8], place: u32) -> &str {
    let start = place as usize + CENTRAL_LEN;
    let name = bytes.get(start..start + u16_at(bytes, place as usize + 28) as usize).unwrap_or_default();
    std::str::from_utf8(name).unwrap_or_default()
}

/// The name, contents and length of the entry at an offset; `None` if the list is too short.
fn entry(bytes: &[u8], place: usize) -> Result<Option<(&str, ZipEntry, usize)>, TorchError> {
    let rest = bytes.get(place..).unwrap_or_default();
    let Some(head) = rest.get(..CENTRAL_LEN) else { return Ok(None) };
    if u32_at(head, 0) != CENTRAL {
        return Err(damaged("its list of files is unreadable"));
    }
    let name_end = CENTRAL_LEN + u16_at(head, 28) as usize;
    let extra_end = name_end + u16_at(head, 30) as usize;
    let end = extra_end + u16_at(head, 32) as usize;
    let (Some(name), Some(extra), true) =
        (rest.get(CENTRAL_LEN..name_end), rest.get(name_end..extra_end), end <= rest.len())
    else {
        return Ok(None);
    };
    let name = std::str::from_utf8(name).map_err(|_| damaged("a file name is not UTF-8"))?;
    // In the extra field, the numbers have this order. It only has numbers that do not fit above.
    let mut numbers = [u32_at(head, 24), u32_at(head, 20), u32_at(head, 42)].map(u64::from);
    if widen(extra, &mut numbers).is_none() {
        return Ok(None);
    }
    let [size, packed, header] = numbers;
    let compressed = u16_at(head, 10) != 0 || packed != size;
    let encrypted = u16_at(head, 8) & 1 != 0;
    Ok(Some((name, ZipEntry { header, size, compressed, encrypted }, end)))
}

/// Replaces numbers that do not fit in their field by the 64-bit numbers in the extra field.
fn widen(mut extra: &[u8], numbers: &mut [u64]) -> Option<()> {
    while extra.len() >= 4 {
        let (id, len) = (u16_at(extra, 0), u16_at(extra, 2) as usize);
        let mut field = extra.get(4..4 + len)?;
        if id == 1 {
            for number in numbers.iter_mut().filter(|number| **number == IN_64) {
                *number = u64::from_le_bytes(*field.first_chunk()?);
                field = &field[8..];
            }
            return Some(());
        }
        extra = &extra[4 + len..];
    }
    Some(())
}

pub(super) fn damaged(what: &str) -> TorchError {
    TorchError::damaged("the archive", what)
}

/// Little-endian numbers. Beyond the end they are 0, but callers check that before.
fn bytes_at<const N: usize>(bytes: &[u8], place: usize) -> [u8; N] {
    bytes.get(place..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

pub(super) fn u16_at(bytes: &[u8], place: usize) -> u64 {
    u16::from_le_bytes(bytes_at(bytes, place)).into()
}

pub(super) fn u32_at(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(bytes_at(bytes, place))
}

pub(super) fn u64_at(bytes: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(bytes_at(bytes, place))
}
