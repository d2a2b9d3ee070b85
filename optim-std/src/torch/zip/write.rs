//! Writing an archive from front to back.

use std::io::{self, Write};

use super::{CENTRAL, END, END_64, END_64_LOCATOR, IN_64, LOCAL, LOCAL_LEN};

/// Contents start at multiples of this number, as in torch, which maps them into memory.
const ALIGNMENT: u64 = 64;

/// An archive while it is written. The length of every file is known in advance.
pub(in crate::torch) struct Writer<W> {
    out: W,
    place: u64,
    directory: Vec<u8>,
    files: u64,
    /// The smallest number that needs 64 bits.
    wide: u64,
}

impl<W: Write> Writer<W> {
    pub(in crate::torch) fn new(out: W) -> Self {
        Self { out, place: 0, directory: Vec::new(), files: 0, wide: IN_64 }
    }

    /// Writes a file.
    pub(in crate::torch) fn file(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let (size, header, crc) = (bytes.len() as u64, self.place, crc32(bytes));
        let name_len = u16::try_from(name.len()).map_err(|_| io::Error::other("a name is too long for an archive"))?;
        let wide = size >= self.wide;
        let mut extra = Vec::new();
        if wide {
            extra.extend(1_u16.to_le_bytes().into_iter().chain(16_u16.to_le_bytes()));
            extra.extend([size, size].map(u64::to_le_bytes).concat());
        }
        // An empty extra field moves the contents to an aligned offset.
        let start = header + LOCAL_LEN + u64::from(name_len) + extra.len() as u64 + 4;
        let padding = (start.next_multiple_of(ALIGNMENT) - start) as u16;
        extra.extend(*b"FB");
        extra.extend(padding.to_le_bytes());
        extra.extend(std::iter::repeat_n(b'Z', padding.into()));

        let narrow = if wide { u32::MAX } else { size as u32 };
        let mut local = Vec::new();
        local.extend(LOCAL.to_le_bytes());
        let mut common = Vec::new();
        common.extend(if wide { 45_u16 } else { 20 }.to_le_bytes());
        common.extend(0x800_u16.to_le_bytes()); // names are UTF-8
        common.extend(0_u16.to_le_bytes()); // stored
        common.extend([0, 0, 0x21, 0]); // the first of January 1980: files with the same contents have the same bytes
        common.extend([crc, narrow, narrow].map(u32::to_le_bytes).concat());
        common.extend(name_len.to_le_bytes());
        local.extend(&common);
        local.extend((extra.len() as u16).to_le_bytes());
        local.extend(name.as_bytes());
        local.extend(&extra);
        self.put(&local)?;
        self.put(bytes)?;

        let mut wide_fields = Vec::new();
        if wide {
            wide_fields.extend([size, size].map(u64::to_le_bytes).concat());
        }
        let wide_header = header >= self.wide;
        if wide_header {
            wide_fields.extend(header.to_le_bytes());
        }
        let entry = &mut self.directory;
        entry.extend(CENTRAL.to_le_bytes());
        entry.extend(45_u16.to_le_bytes());
        entry.extend(&common);
        entry.extend(if wide_fields.is_empty() { 0 } else { wide_fields.len() as u16 + 4 }.to_le_bytes());
        entry.extend([0; 10]); // no comment, first disk, no attributes
        entry.extend(if wide_header { u32::MAX } else { header as u32 }.to_le_bytes());
        entry.extend(name.as_bytes());
        if !wide_fields.is_empty() {
            entry.extend(1_u16.to_le_bytes());
            entry.extend((wide_fields.len() as u16).to_le_bytes());
            entry.extend(wide_fields);
        }
        self.files += 1;
        Ok(())
    }

    /// Writes the list of files.
    pub(in crate::torch) fn finish(mut self) -> io::Result<W> {
        let directory = std::mem::take(&mut self.directory);
        let (start, size, files) = (self.place, directory.len() as u64, self.files);
        self.put(&directory)?;
        let record = self.place;
        let mut end = Vec::new();
        if start >= self.wide || size >= self.wide || files >= 0xffff {
            end.extend(END_64.to_le_bytes());
            end.extend(44_u64.to_le_bytes());
            end.extend([45_u16, 45].map(u16::to_le_bytes).concat());
            end.extend([0; 8]);
            end.extend([files, files, size, start].map(u64::to_le_bytes).concat());
            end.extend(END_64_LOCATOR.to_le_bytes());
            end.extend([0; 4]);
            end.extend(record.to_le_bytes());
            end.extend(1_u32.to_le_bytes());
        }
        let count = files.min(0xffff) as u16;
        end.extend(END.to_le_bytes());
        end.extend([0; 4]);
        end.extend([count, count].map(u16::to_le_bytes).concat());
        end.extend([size, start].map(|number| (number.min(IN_64) as u32).to_le_bytes()).concat());
        end.extend([0; 2]);
        self.put(&end)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.place += bytes.len() as u64;
        Ok(())
    }
}

/// The checksum of zip archives, computed for eight bytes at once.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [[u32; 256]; 8] = table();
    let mut crc = u32::MAX;
    let (blocks, rest) = bytes.as_chunks::<8>();
    for block in blocks {
        let low = crc.to_le_bytes();
        crc = 0;
        for (place, &byte) in block.iter().enumerate() {
            let byte = if place < 4 { byte ^ low[place] } else { byte };
            crc ^= TABLE[7 - place][usize::from(byte)];
        }
    }
    for &byte in rest {
        crc = TABLE[0][usize::from(crc as u8 ^ byte)] ^ (crc >> 8);
    }
    !crc
}

const fn table() -> [[u32; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
            bit += 1;
        }
        table[0][byte] = crc;
        byte += 1;
    }
    let mut block = 1;
    while block < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = table[block - 1][byte];
            table[block][byte] = table[0][(crc & 0xff) as usize] ^ (crc >> 8);
            byte += 1;
        }
        block += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::torch::zip::Archive;

    /// Archives of more than 4 GiB, tested with a lower limit.
    #[test]
    fn numbers_of_64_bits_are_read_back() {
        for wide in [0, 1, 100, 200, 300, IN_64] {
            let mut writer = Writer { wide, ..Writer::new(Vec::new()) };
            for (name, len) in [("a", 0), ("b/c", 150), ("d", 1000)] {
                writer.file(name, &vec![len as u8; len]).unwrap();
            }
            let bytes = writer.finish().unwrap();
            let archive = Archive::open(Box::new(Cursor::new(bytes))).unwrap();
            for (name, len) in [("a", 0), ("b/c", 150), ("d", 1000)] {
                assert_eq!(archive.size(name).unwrap(), len, "{name} of {wide}");
                let mut bytes = vec![0; len as usize];
                archive.read(name, 0, &mut bytes).unwrap();
                assert_eq!(bytes, vec![len as u8; len as usize], "{name} of {wide}");
            }
            assert!(archive.read("d", 999, &mut [0, 0]).is_err() && archive.read("e", 0, &mut []).is_err());
        }
    }

    #[test]
    fn checksums_are_those_of_zip() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
    }
}
