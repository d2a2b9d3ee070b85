//! Files of torch before 1.6: pickles one after another, then the elements of tensors.
//!
//! There are five pickles: a number that identifies the format, its version, a dict about the machine, the saved value, and the keys of the storages.
//! The storages follow in the order of their keys. Before each storage is the number of its elements.

use std::io::SeekFrom;
use std::sync::Mutex;

use super::contents::{Contents, Legacy, MOST_PICKLE, Storages, Stored, memory_for};
use super::dtype::DType;
use super::error::TorchError;
use super::pickle::{self, Id, Pickle};
use super::zip::{Source, read_at};

/// The number that identifies the format, as a pickle contains it.
const MAGIC: &[u8] = b"\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
const VERSION: i128 = 1001;
const PLACE: &str = "the file";

/// Returns true if a file has this format. Depending on the pickle's protocol, a few bytes come before the number.
pub(super) fn is_legacy(source: &mut Box<dyn Source>) -> Result<bool, TorchError> {
    let len = source.seek(SeekFrom::End(0))?;
    let mut start = [0; 32];
    let start = &mut start[..len.min(32) as usize];
    read_at(source, 0, start)?;
    Ok(start.first() == Some(&0x80) && start.windows(MAGIC.len()).any(|bytes| bytes == MAGIC))
}

/// Reads the pickles, and finds the storages.
pub(super) fn read(mut source: Box<dyn Source>) -> Result<Contents, TorchError> {
    let len = source.seek(SeekFrom::End(0))?;
    let mut bytes = vec![0; len.min(MOST_PICKLE) as usize];
    read_at(&mut source, 0, &mut bytes)?;
    let mut place = 0;
    let next = |place: &mut usize| -> Result<(Pickle, usize), TorchError> {
        let start = *place;
        let limit = memory_for(len, bytes.len() as u64);
        let (mut pickle, read) = pickle::read(bytes.get(start..).unwrap_or_default(), limit)?;
        *place += read;
        if pickle.has_bytes {
            pickle.keep(bytes[start..*place].to_vec());
        }
        Ok((pickle, start))
    };
    next(&mut place)?;
    let (version, _) = next(&mut place)?;
    if version.int(version.root) != Some(VERSION) {
        return Err(TorchError::damaged(PLACE, format!("its version is not {VERSION}")));
    }
    let (machine, _) = next(&mut place)?;
    let mut about = machine.dict(machine.root).into_iter().flatten();
    let little = about.find(|&(key, _)| machine.str(key) == Some("little_endian"));
    let big_endian = little.is_some_and(|(_, value)| value == Id::FALSE);
    let (pickle, _) = next(&mut place)?;
    let (keys, _) = next(&mut place)?;
    drop(bytes);

    let mut storages = described(&pickle);
    let mut place = place as u64;
    for key in keys.list(keys.root).into_iter().flatten() {
        let damaged = |what: &str| TorchError::damaged(PLACE, what);
        let key = keys.str(key).ok_or_else(|| damaged("the key of a storage is not text"))?;
        let found = storages.binary_search_by(|stored| pickle.str(stored.key).unwrap_or_default().cmp(key));
        let stored = found.ok().and_then(|found| storages.get_mut(found));
        let stored = stored.ok_or_else(|| damaged("there is a storage that no tensor is in"))?;
        let mut count = [0; 8];
        if len.checked_sub(place).is_none_or(|left| left < count.len() as u64) {
            return Err(damaged("it ends before the last storage"));
        }
        read_at(&mut source, place, &mut count)?;
        let count = if big_endian { u64::from_be_bytes(count) } else { u64::from_le_bytes(count) };
        let size = count.checked_mul(stored.element as u64);
        place += 8;
        let size =
            size.filter(|&size| size <= len - place).ok_or_else(|| damaged("it ends before the last storage"))?;
        (stored.start, stored.len) = (place, Some(size));
        place += size;
    }
    let legacy = Legacy { source: Mutex::new(source), storages };
    Ok(Contents { pickle, storages: Storages::Legacy(legacy), big_endian, len })
}

/// The storages of all tensors, sorted by key, without duplicates.
fn described(pickle: &Pickle) -> Vec<Stored> {
    let key = |stored: &Stored| pickle.str(stored.key).unwrap_or_default();
    let mut storages = Vec::with_capacity(pickle.outside().count());
    storages.extend(pickle.outside().filter_map(|id| {
        let (key, class) = pickle.storage(id)?;
        let class = pickle.global(class)?;
        let class = class.rsplit('.').next().unwrap_or(class);
        let element = DType::size_in_storage(class.strip_suffix("Storage")?)?;
        Some(Stored { key, element, start: 0, len: None })
    }));
    storages.sort_unstable_by(|a, b| key(a).cmp(key(b)));
    storages.dedup_by(|a, b| key(a) == key(b));
    storages
}
