//! Reading tensors piece by piece.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::PIECE;
use super::header::{Entry, Wrong};

/// Calls `sink` with the bytes of a tensor, and compares their checksum when they are all read.
pub(super) fn pieces(file: &mut File, name: &str, entry: &Entry, sink: &mut dyn FnMut(&[u8])) -> Result<(), Wrong> {
    file.seek(SeekFrom::Start(entry.start))?;
    let mut buffer = vec![0; entry.bytes.min(PIECE)];
    let mut hasher = crc32fast::Hasher::new();
    let mut left = entry.bytes;
    while left > 0 {
        let piece = &mut buffer[..left.min(PIECE)];
        file.read_exact(piece).map_err(|error| match error.kind() {
            // Somebody shortened the file after it was opened.
            io::ErrorKind::UnexpectedEof => Wrong::Checksum(format!("`{name}`")),
            _ => error.into(),
        })?;
        hasher.update(piece);
        sink(piece);
        left -= piece.len();
    }
    if hasher.finalize() == entry.checksum { Ok(()) } else { Err(Wrong::Checksum(format!("`{name}`"))) }
}
