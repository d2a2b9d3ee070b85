//! Reading arrays in pieces, and comparing checksums.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use super::listing::{Listing, TensorPlace};
use super::wrong::Wrong;
use super::{BLOCK, PIECE};

/// Calls `sink` with the bytes of a tensor of version 1. After the last one, compares the checksum.
pub(super) fn pieces(
    file: &mut File,
    listing: &Listing,
    place: usize,
    sink: &mut dyn FnMut(&[u8]),
) -> Result<(), Wrong> {
    let TensorPlace { start, bytes, checksum, .. } = listing.tensors[place];
    let damaged = || Wrong::Checksum(format!("`{}`", listing.name(place)));
    file.seek(SeekFrom::Start(start))?;
    let mut left = bytes;
    let mut buffer = vec![0; left.min(PIECE as u64) as usize];
    let mut hasher = crc32fast::Hasher::new();
    while left > 0 {
        let piece = &mut buffer[..left.min(PIECE as u64) as usize];
        file.read_exact(piece).map_err(|error| shortened(error, damaged))?;
        hasher.update(piece);
        sink(piece);
        left -= piece.len() as u64;
    }
    if hasher.finalize() == checksum { Ok(()) } else { Err(damaged()) }
}

/// The error of a read beyond the end: the file has become shorter since it was opened.
fn shortened(error: io::Error, damaged: impl FnOnce() -> Wrong) -> Wrong {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(),
        _ => error.into(),
    }
}

/// The arrays of version 2, in blocks with a checksum each. The last blocks are kept, because every column is read a few
/// bytes at a time.
#[derive(Debug)]
pub(super) struct CheckedBlocks {
    data: Range<u64>,
    /// The checksum of the header, then the checksums of the blocks.
    checksums: Vec<u32>,
    kept: Vec<Block>,
    /// The number of reads so far, from which the block that was used longest ago is found.
    clock: u64,
}

#[derive(Debug)]
struct Block {
    number: u64,
    bytes: Vec<u8>,
    used: u64,
}

/// The number of blocks that are kept, one for each column of a stack with this many.
const MOST_KEPT: usize = 32;

impl CheckedBlocks {
    pub(super) fn new(data: Range<u64>, checksums: Vec<u32>) -> Self {
        Self { data, checksums, kept: Vec::new(), clock: 0 }
    }

    /// A reader of the same blocks that keeps none yet.
    pub(super) fn again(&self) -> Self {
        Self::new(self.data.clone(), self.checksums.clone())
    }

    /// Drops the blocks that are kept.
    pub(super) fn forget(&mut self) {
        self.kept = Vec::new();
    }

    /// Number of blocks.
    pub(super) fn len(&self) -> u64 {
        (self.data.end - self.data.start).div_ceil(BLOCK as u64)
    }

    /// Calls `sink` with bytes of the file.
    pub(super) fn read(
        &mut self,
        file: &mut File,
        mut range: Range<u64>,
        sink: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Wrong> {
        while range.start < range.end {
            let offset = range.start - self.data.start;
            let (number, first) = (offset / BLOCK as u64, (offset % BLOCK as u64) as usize);
            let block = self.block(file, number)?;
            let count = (block.len() - first).min(usize::try_from(range.end - range.start).unwrap_or(usize::MAX));
            sink(&block[first..first + count]);
            range.start += count as u64;
        }
        Ok(())
    }

    /// The bytes of a block, after its checksum was compared.
    pub(super) fn block(&mut self, file: &mut File, number: u64) -> Result<&[u8], Wrong> {
        self.clock += 1;
        if let Some(place) = self.kept.iter().position(|block| block.number == number) {
            self.kept[place].used = self.clock;
            return Ok(&self.kept[place].bytes);
        }
        let start = self.data.start + number * BLOCK as u64;
        let length = (self.data.end - start).min(BLOCK as u64) as usize;
        let mut bytes = match self.kept.len() {
            MOST_KEPT => {
                let oldest = self.kept.iter().enumerate().min_by_key(|(_, block)| block.used);
                self.kept.swap_remove(oldest.map_or(0, |(place, _)| place)).bytes
            }
            _ => Vec::new(),
        };
        bytes.resize(length, 0);
        let damaged = || Wrong::Checksum(format!("bytes {start}..{}", start + length as u64));
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes).map_err(|error| shortened(error, damaged))?;
        if self.checksums.get(number as usize + 1) != Some(&crc32fast::hash(&bytes)) {
            return Err(damaged());
        }
        self.kept.push(Block { number, bytes, used: self.clock });
        Ok(&self.kept[self.kept.len() - 1].bytes)
    }
}
