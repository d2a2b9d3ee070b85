//! Zip archives as `torch.save` writes them: files one after another, not compressed.
//!
//! Offsets and sizes may have 64 bits. Checksums are written, but not compared. torch does not compare them either, and
//! an option of torch leaves them out.

mod directory;
mod read;
mod write;

pub(super) use read::{Archive, Source, read_at};
pub(super) use write::Writer;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const END_64: u32 = 0x0606_4b50;
const END_64_LOCATOR: u32 = 0x0706_4b50;
const LOCAL_LEN: u64 = 30;
const CENTRAL_LEN: usize = 46;
const END_LEN: usize = 22;
const END_64_LEN: usize = 56;
const LOCATOR_LEN: usize = 20;
/// The value of a field of 16 or 32 bits that refers to the record for 64 bits.
const IN_64: u64 = 0xffff_ffff;
