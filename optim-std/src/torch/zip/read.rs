//! Reading an archive: its list of files at once, their bytes on demand.

use std::collections::HashMap;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use super::{
    CENTRAL, CENTRAL_LEN, END, END_64, END_64_LEN, END_64_LOCATOR, END_LEN, IN_64, LOCAL, LOCAL_LEN, LOCATOR_LEN,
};
use crate::torch::error::TorchError;

/// The longest list of files that is read, in bytes: some million tensors.
const MOST_DIRECTORY: u64 = 1 << 28;

/// Where an archive is: an open file, or bytes in memory.
pub(in crate::torch) trait Source: Read + Seek + Send {}

impl<S: Read + Seek + Send> Source for S {}

/// An archive whose files are read on demand.
pub(in crate::torch) struct Archive {
    source: Mutex<Box<dyn Source>>,
    len: u64,
    files: HashMap<String, Entry>,
}

#[derive(Clone, Copy)]
struct Entry {
    header: u64,
    size: u64,
    compressed: bool,
    encrypted: bool,
}

impl Archive {
    /// Reads the list of files.
    pub(in crate::torch) fn open(mut source: Box<dyn Source>) -> Result<Self, TorchError> {
        let len = source.seek(SeekFrom::End(0))?;
        check_kind(&mut source, len)?;
        let (offset, size) = directory(&mut source, len)?;
        if size > MOST_DIRECTORY {
            return Err(TorchError::Limit { what: "bytes in its list of files", limit: MOST_DIRECTORY });
        }
        if offset.checked_add(size).is_none_or(|end| end > len) {
            return Err(damaged("its list of files lies outside of it"));
        }
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| damaged("its list of files is too long"))?];
        read_at(&mut source, offset, &mut bytes)?;
        Ok(Self { source: Mutex::new(source), len, files: entries(&bytes)? })
    }

    /// Names of all files, in no order.
    pub(in crate::torch) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The number of bytes of a file that can be read.
    pub(in crate::torch) fn size(&self, name: &str) -> Result<u64, TorchError> {
        Ok(self.entry(name)?.size)
    }

    fn entry(&self, name: &str) -> Result<&Entry, TorchError> {
        let entry = self.files.get(name).ok_or_else(|| TorchError::damaged(name, "nothing: it is missing"))?;
        if entry.encrypted || entry.compressed {
            return Err(TorchError::Format {
                found: if entry.encrypted { "an encrypted archive" } else { "a compressed archive" },
                help: "load it and save it again with `torch.save(torch.load(path), path)`, which does not compress",
            });
        }
        if entry.size > self.len {
            return Err(TorchError::damaged(name, "bytes lie outside of the file"));
        }
        Ok(entry)
    }

    /// Reads bytes of a file, from `offset` on.
    pub(in crate::torch) fn read(&self, name: &str, offset: u64, bytes: &mut [u8]) -> Result<(), TorchError> {
        let entry = self.entry(name)?;
        let cut = || TorchError::damaged(name, "bytes lie outside of the file");
        let wanted = bytes.len() as u64;
        if offset.checked_add(wanted).is_none_or(|end| end > entry.size) {
            return Err(cut());
        }
        // A panic of another thread inside of `read` leaves nothing but the place in the file, which is set anew.
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let mut header = [0; LOCAL_LEN as usize];
        if entry.header.checked_add(LOCAL_LEN).is_none_or(|end| end > self.len) {
            return Err(cut());
        }
        read_at(&mut source, entry.header, &mut header)?;
        if u32_at(&header, 0) != LOCAL {
            return Err(TorchError::damaged(name, "its header is missing"));
        }
        let data = entry.header + LOCAL_LEN + u16_at(&header, 26) + u16_at(&header, 28);
        let start = data.checked_add(offset).ok_or_else(cut)?;
        if start.checked_add(wanted).is_none_or(|end| end > self.len) {
            return Err(cut());
        }
        read_at(&mut source, start, bytes)
    }
}

/// Names what is often taken for a file of torch.
fn check_kind(source: &mut Box<dyn Source>, len: u64) -> Result<(), TorchError> {
    const AGAIN: &str = "load it with torch and save it again: `torch.save(torch.load(path), path)`";
    // What a checkpoint of this crate begins with, behind the length of its header.
    const CHECKPOINT: &[u8] = b"{\"__metadata__\":{\"optim\":";
    const TENSORS: &str = "read it with `optim_std::safetensors::SafetensorsFile::open` (feature `checkpoint`)";
    let mut start = [0; 8 + CHECKPOINT.len()];
    let start = &mut start[..len.min(8 + CHECKPOINT.len() as u64) as usize];
    read_at(source, 0, start)?;
    let (found, help) = if start.starts_with(b"PK") {
        return Ok(());
    } else if start.is_empty() {
        ("empty", "save again")
    } else if start.starts_with(b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46") {
        ("in the format of torch before 1.6", AGAIN)
    } else if start.starts_with(b"\x80") {
        ("a pickle without tensors", AGAIN)
    } else if start.starts_with(b"\x89HDF\r\n\x1a\n") {
        ("an HDF5 file", "load it with what made it: `torch.save(cstorch.load(path), \"new.pt\")`")
    } else if start.starts_with(b"\x1f\x8b") {
        ("compressed with gzip", "decompress it")
    } else if start.trim_ascii_start().starts_with(b"{") && start.get(5..8) != Some(&[0; 3]) {
        (
            "a JSON file",
            "where it is the index of a model in several safetensors files, read it with `optim_std::safetensors::SafetensorsFile::open`",
        )
    } else if start.get(8..) == Some(CHECKPOINT) {
        ("a checkpoint of this crate", "read it with `optim_std::CheckpointFile::open` (feature `checkpoint`)")
    } else if start.get(8) == Some(&b'{') {
        ("a safetensors file", TENSORS)
    } else {
        ("no zip archive", AGAIN)
    };
    Err(TorchError::Format { found, help })
}

/// Offset and size of the list of files.
fn directory(source: &mut Box<dyn Source>, len: u64) -> Result<(u64, u64), TorchError> {
    let cut = || damaged("its end is missing: was the file written or copied to the end?");
    // The end record is followed by a comment of up to 2^16 bytes.
    let mut tail = vec![0; len.min((END_LEN + LOCATOR_LEN + 0xffff) as u64) as usize];
    read_at(source, len - tail.len() as u64, &mut tail)?;
    let last = tail.len().checked_sub(END_LEN).ok_or_else(cut)?;
    let fits = |&place: &usize| {
        u32_at(&tail, place) == END && place + END_LEN + u16_at(&tail, place + 20) as usize == tail.len()
    };
    let end = (0..=last).rev().find(fits).ok_or_else(cut)?;
    let (size, offset) = (u64::from(u32_at(&tail, end + 12)), u64::from(u32_at(&tail, end + 16)));
    let Some(locator) = end.checked_sub(LOCATOR_LEN).filter(|&place| u32_at(&tail, place) == END_64_LOCATOR) else {
        return Ok((offset, size));
    };
    let place = u64_at(&tail, locator + 8);
    let mut record = [0; END_64_LEN];
    if place.checked_add(END_64_LEN as u64).is_none_or(|end| end > len) {
        return Err(cut());
    }
    read_at(source, place, &mut record)?;
    if u32_at(&record, 0) != END_64 {
        return Err(cut());
    }
    Ok((u64_at(&record, 48), u64_at(&record, 40)))
}

/// Reads the list of files.
fn entries(bytes: &[u8]) -> Result<HashMap<String, Entry>, TorchError> {
    let cut = || damaged("its list of files ends early");
    let mut files = HashMap::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let head = rest.get(..CENTRAL_LEN).ok_or_else(cut)?;
        if u32_at(head, 0) != CENTRAL {
            return Err(damaged("its list of files is unreadable"));
        }
        let name_end = CENTRAL_LEN + u16_at(head, 28) as usize;
        let extra_end = name_end + u16_at(head, 30) as usize;
        let name = rest.get(CENTRAL_LEN..name_end).ok_or_else(cut)?;
        let extra = rest.get(name_end..extra_end).ok_or_else(cut)?;
        let name = std::str::from_utf8(name).map_err(|_| damaged("a file name is no UTF-8"))?;
        // In this order, and only those that do not fit above.
        let mut numbers = [u32_at(head, 24), u32_at(head, 20), u32_at(head, 42)].map(u64::from);
        widen(extra, &mut numbers).ok_or_else(cut)?;
        let [size, packed, header] = numbers;
        let entry = Entry {
            header,
            size,
            compressed: u16_at(head, 10) != 0 || packed != size,
            encrypted: u16_at(head, 8) & 1 != 0,
        };
        if files.insert(name.to_owned(), entry).is_some() {
            return Err(TorchError::damaged(name, "there are two of this name"));
        }
        rest = rest.get(extra_end + u16_at(head, 32) as usize..).ok_or_else(cut)?;
    }
    Ok(files)
}

/// Replaces numbers that are in the extra field of 64 bits by what is there.
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

fn read_at(source: &mut Box<dyn Source>, offset: u64, bytes: &mut [u8]) -> Result<(), TorchError> {
    source.seek(SeekFrom::Start(offset))?;
    Ok(source.read_exact(bytes)?)
}

fn damaged(what: &str) -> TorchError {
    TorchError::damaged("the archive", what)
}

/// Little-endian numbers; 0 where the bytes end, which callers have excluded.
fn bytes_at<const N: usize>(bytes: &[u8], place: usize) -> [u8; N] {
    bytes.get(place..).and_then(|rest| rest.first_chunk()).copied().unwrap_or([0; N])
}

fn u16_at(bytes: &[u8], place: usize) -> u64 {
    u16::from_le_bytes(bytes_at(bytes, place)).into()
}

fn u32_at(bytes: &[u8], place: usize) -> u32 {
    u32::from_le_bytes(bytes_at(bytes, place))
}

fn u64_at(bytes: &[u8], place: usize) -> u64 {
    u64::from_le_bytes(bytes_at(bytes, place))
}
