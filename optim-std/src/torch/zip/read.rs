//! Reading an archive: the list of files when it is opened, the bytes of a file on demand.

use std::io::{Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use super::directory::{ZipDirectory, ZipEntry, damaged, u16_at, u32_at, u64_at};
use super::{END, END_64, END_64_LEN, END_64_LOCATOR, END_LEN, LOCAL, LOCAL_LEN, LOCATOR_LEN};
use crate::torch::error::TorchError;

/// The longest list of files that is read, in bytes. It can have several million tensors.
const MOST_DIRECTORY: u64 = 1 << 28;

/// The source of an archive: an open file, or bytes in memory.
pub(in crate::torch) trait Source: Read + Seek + Send {}

impl<S: Read + Seek + Send> Source for S {}

/// An archive whose files are read on demand.
pub(in crate::torch) struct Archive {
    source: Mutex<Box<dyn Source>>,
    len: u64,
    directory: ZipDirectory,
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
        Ok(Self { source: Mutex::new(source), len, directory: ZipDirectory::new(bytes)? })
    }

    /// The length of the archive in bytes.
    pub(in crate::torch) fn len(&self) -> u64 {
        self.len
    }

    /// The memory of its list of files, in bytes.
    pub(in crate::torch) fn memory(&self) -> u64 {
        (self.directory.bytes.len() + size_of_val(&*self.directory.places)) as u64
    }

    /// Names of all files, in order.
    pub(in crate::torch) fn names(&self) -> impl Iterator<Item = &str> {
        self.directory.names()
    }

    /// The number of bytes of a file, if it can be read.
    pub(in crate::torch) fn size(&self, name: &str) -> Result<u64, TorchError> {
        Ok(self.entry(name)?.size)
    }

    fn entry(&self, name: &str) -> Result<ZipEntry, TorchError> {
        let entry = self.directory.find(name).ok_or_else(|| TorchError::damaged(name, "nothing: it is missing"))?;
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
        // A panic in another reader does not matter, because every read seeks first.
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

/// Recognizes kinds of files that are often mistaken for a torch file.
fn check_kind(source: &mut Box<dyn Source>, len: u64) -> Result<(), TorchError> {
    const AGAIN: &str = "load it with torch and save it again: `torch.save(torch.load(path), path)`";
    // The first bytes of a checkpoint of this crate, after the length of its header.
    const CHECKPOINT: &[u8] = b"{\"__metadata__\":{\"optim\":";
    const TENSORS: &str = "read it with `optim_std::safetensors::SafetensorsFile::open` (feature `checkpoint`)";
    let mut start = [0; 512];
    let start = &mut start[..len.min(512) as usize];
    read_at(source, 0, start)?;
    let (found, help) = if start.starts_with(b"PK") {
        return Ok(());
    } else if start.is_empty() {
        ("empty", "save again")
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
    } else if start.get(8..).is_some_and(|header| header.starts_with(CHECKPOINT)) {
        ("a checkpoint of this crate", "read it with `optim_std::CheckpointFile::open` (feature `checkpoint`)")
    } else if start.get(257..262) == Some(b"ustar") {
        ("a tar archive, as torch before 0.2 wrote them", AGAIN)
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
    // A comment of up to 2^16 bytes may follow the end record.
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

pub(in crate::torch) fn read_at(source: &mut Box<dyn Source>, offset: u64, bytes: &mut [u8]) -> Result<(), TorchError> {
    source.seek(SeekFrom::Start(offset))?;
    Ok(source.read_exact(bytes)?)
}
