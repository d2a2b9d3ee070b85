//! Writing bytes with their checksums.

use std::io::{self, Write};

use crc32fast::Hasher;

use super::{BLOCK, StoredType};
use crate::state_dict::table::Elements;

/// A tensor to write, with its name.
pub(super) struct NewTensor<'a> {
    pub(super) key: String,
    pub(super) elements: Box<dyn Elements + 'a>,
}

impl NewTensor<'_> {
    pub(super) fn stored(&self) -> StoredType {
        StoredType::Elements(self.elements.dtype())
    }
}

/// Writes the header and the tensors, then their checksums.
pub(super) fn write(file: &mut impl Write, header: &[u8], tensors: &[NewTensor<'_>]) -> io::Result<()> {
    let mut checksums = Vec::with_capacity(tensors.len() + 1);
    file.write_all(header)?;
    checksums.push(crc32fast::hash(header));
    for tensor in tensors {
        let mut hasher = Hasher::new();
        tensor.elements.bytes(&mut |piece| {
            hasher.update(piece);
            file.write_all(piece)
        })?;
        checksums.push(hasher.finalize());
    }
    checksums.into_iter().try_for_each(|checksum| file.write_all(&checksum.to_le_bytes()))
}

/// Writes the header and the bytes from `fill`, then the checksums of the header and of each block.
pub(super) fn write_blocks<W: Write>(
    file: &mut W,
    header: &[u8],
    fill: impl FnOnce(&mut BlockWriter<'_, W>) -> io::Result<()>,
) -> io::Result<()> {
    file.write_all(header)?;
    let mut blocks = BlockWriter { file, block: Vec::with_capacity(BLOCK), checksums: vec![crc32fast::hash(header)] };
    fill(&mut blocks)?;
    if !blocks.block.is_empty() {
        blocks.finish()?;
    }
    let BlockWriter { file, checksums, .. } = blocks;
    checksums.into_iter().try_for_each(|checksum| file.write_all(&checksum.to_le_bytes()))
}

/// Writes bytes, and computes the checksum of each block.
pub(super) struct BlockWriter<'f, W> {
    file: &'f mut W,
    block: Vec<u8>,
    checksums: Vec<u32>,
}

impl<W: Write> BlockWriter<'_, W> {
    pub(super) fn put(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            if self.block.len() == BLOCK {
                self.finish()?;
            }
            bytes = later;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.checksums.push(crc32fast::hash(&self.block));
        self.file.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}
