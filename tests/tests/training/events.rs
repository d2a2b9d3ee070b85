//! Reads files of TensorBoard with independent code.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Folder;

/// CRC-32C with TensorBoard's mask, computed bit by bit.
pub(crate) fn masked_crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc % 2 == 1 { (crc / 2) ^ 0x82f6_3b78 } else { crc / 2 };
        }
    }
    let crc = !crc;
    crc.rotate_right(15).wrapping_add(0xa282_ead8)
}

/// A field of a message: its number, and its bytes. A number has 8 bytes.
type Field = (u64, Vec<u8>);

fn fields(mut bytes: &[u8]) -> Vec<Field> {
    fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
        let (taken, rest) = bytes.split_at(count);
        *bytes = rest;
        taken
    }
    fn varint(bytes: &mut &[u8]) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = take(bytes, 1)[0];
            number |= u64::from(byte % 128) << shift;
            shift += 7;
            if byte < 128 {
                return number;
            }
        }
    }
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let content = match key % 8 {
            0 => varint(&mut bytes).to_le_bytes().to_vec(),
            1 => take(&mut bytes, 8).to_vec(),
            2 => {
                let length = varint(&mut bytes) as usize;
                take(&mut bytes, length).to_vec()
            }
            5 => take(&mut bytes, 4).to_vec(),
            kind => panic!("wire type {kind}"),
        };
        all.push((key / 8, content));
    }
    all
}

/// An event of a file.
#[derive(Debug, PartialEq)]
pub(crate) enum Event {
    Version(String),
    Start(u64),
    Values(u64, Vec<(String, f32)>),
}

/// The events of a file without an incomplete event at its end.
pub(crate) fn events(path: &Path) -> Vec<Event> {
    let bytes = fs::read(path).unwrap();
    let (all, rest) = whole_events(&bytes);
    assert_eq!(rest, 0, "{} ends in the middle of a record", path.display());
    all
}

/// The values of each step that TensorBoard shows, as bits. A new session drops the steps from its start on. A
/// half-written record of a killed process ends the file.
pub(crate) fn kept_events(dir: &Path) -> Vec<(u64, Vec<(String, u32)>)> {
    let mut kept: Vec<(u64, Vec<(String, u32)>)> = Vec::new();
    for file in files_in_order(dir) {
        for event in whole_events(&fs::read(file).unwrap()).0 {
            match event {
                Event::Version(_) => {}
                Event::Start(first) => kept.retain(|(step, _)| *step < first),
                Event::Values(step, values) => {
                    kept.push((step, values.into_iter().map(|(tag, value)| (tag, value.to_bits())).collect()));
                }
            }
        }
    }
    kept
}

/// The events of a file, and the number of bytes after the last complete one.
fn whole_events(bytes: &[u8]) -> (Vec<Event>, usize) {
    let (mut rest, mut all) = (bytes, Vec::new());
    while rest.len() >= 12 {
        let (front, data) = rest.split_at(12);
        let length = u64::from_le_bytes(front[..8].try_into().unwrap()) as usize;
        if data.len() < length + 4 {
            break;
        }
        assert_eq!(front[8..], masked_crc(&front[..8]).to_le_bytes());
        assert_eq!(data[length..length + 4], masked_crc(&data[..length]).to_le_bytes());
        rest = &data[length + 4..];
        let (mut time, mut step, mut event) = (0.0, 0, None);
        for (field, content) in fields(&data[..length]) {
            match field {
                1 => time = f64::from_le_bytes(content[..].try_into().unwrap()),
                2 => step = u64::from_le_bytes(content[..].try_into().unwrap()),
                3 => event = Some(Event::Version(String::from_utf8(content).unwrap())),
                5 => {
                    let values = fields(&content).into_iter().map(|(_, value)| {
                        let [(1, tag), (2, number)] = &fields(&value)[..] else { panic!("tag and value") };
                        let number = f32::from_le_bytes(number[..].try_into().unwrap());
                        (String::from_utf8(tag.clone()).unwrap(), number)
                    });
                    event = Some(Event::Values(step, values.collect()));
                }
                7 => {
                    assert_eq!(fields(&content), [(1, 1_u64.to_le_bytes().to_vec())], "status = START");
                    event = Some(Event::Start(step));
                }
                field => panic!("field {field}"),
            }
        }
        assert!(time > 1.7e9, "seconds since 1970");
        all.push(event.unwrap());
    }
    (all, rest.len())
}

fn files_in_order(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The files with events, in reading order.
pub(crate) fn event_files(folder: &Folder) -> Vec<PathBuf> {
    let files = files_in_order(&folder.0.join("events"));
    for file in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let time = name.strip_prefix("events.out.tfevents.").unwrap().strip_suffix(".optim").unwrap();
        assert!(time.len() == 10 && time.parse::<u64>().is_ok(), "{name}");
    }
    files
}
