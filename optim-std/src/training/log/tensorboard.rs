//! Events of TensorBoard.
//!
//! A file is a sequence of records. A record is an `Event` in the encoding of protocol buffers, with its length and checksums. The file of a resumed
//! run begins with two events. The second tells TensorBoard to drop the steps that the run repeats.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use optim_core::files;

use super::crc32c::crc32c;
use super::lines::failed;
use super::row::LogRow;
use crate::training::error::TrainingError;

const NAME: &str = "events.out.tfevents.";
/// The end of a file's name, in place of a machine's name.
const END: &str = ".optim";
const VERSION: &str = "brain.Event:2";

/// A directory of events.
#[derive(Debug)]
pub(super) struct TensorBoardLog {
    dir: PathBuf,
    /// The last step to keep, if the run resumes.
    resumed: Option<u64>,
    /// The file of this process, created for its first row.
    file: Option<(PathBuf, BufWriter<File>)>,
}

impl TensorBoardLog {
    /// Creates the directory if it does not exist.
    pub(super) fn open(dir: PathBuf, resumed: Option<u64>) -> Result<Self, TrainingError> {
        fs::create_dir_all(&dir).map_err(failed("make", &dir))?;
        Ok(Self { dir, resumed, file: None })
    }

    pub(super) fn add(&mut self, row: &LogRow) -> Result<(), TrainingError> {
        let (path, file) = match &mut self.file {
            Some(file) => file,
            none => none.insert(begin(&self.dir, self.resumed)?),
        };
        file.write_all(&record(&values(row))).map_err(failed("write", path))
    }

    pub(super) fn flush(&mut self) -> Result<(), TrainingError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        file.flush().and_then(|()| file.get_ref().sync_data()).map_err(failed("write", path))
    }
}

/// Returns true if a directory contains events.
pub(super) fn has_events(dir: &Path) -> Result<bool, TrainingError> {
    Ok(newest(dir)?.is_some())
}

/// The time in the name of the newest file of a directory.
fn newest(dir: &Path) -> Result<Option<u64>, TrainingError> {
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(failed("list", dir))?,
    };
    let mut newest = None;
    for entry in entries {
        newest = newest.max(time_of(&entry.map_err(failed("list", dir))?.file_name()));
    }
    Ok(newest)
}

/// The seconds in the name of a file of events.
fn time_of(name: &OsStr) -> Option<u64> {
    let rest = name.to_str()?.strip_prefix(NAME)?;
    rest.split('.').next()?.parse().ok()
}

/// A new file with its first events.
fn begin(dir: &Path, resumed: Option<u64>) -> Result<(PathBuf, BufWriter<File>), TrainingError> {
    // TensorBoard reads files in the order of their names, so the new file must be the last one, even if the clock is wrong.
    let after = newest(dir)?.map_or(0, |newest| newest.saturating_add(1));
    let (path, file) = create(dir, since_1970().as_secs().max(after))?;
    let mut file = BufWriter::new(file);
    let mut events = record(&event(None, 3, VERSION.as_bytes()));
    if let Some(last) = resumed {
        // `SessionLog { status: START }`: events of this step and of later steps are no longer valid.
        events.extend(record(&event(Some(last.saturating_add(1)), 7, &[0x08, 1])));
    }
    file.write_all(&events).map_err(failed("write", &path))?;
    Ok((path, file))
}

/// Creates a file with this time in its name, or with the next free time.
fn create(dir: &Path, mut seconds: u64) -> Result<(PathBuf, File), TrainingError> {
    const TRIES: usize = 100;
    for _ in 0..TRIES {
        let path = dir.join(format!("{NAME}{seconds:010}{END}"));
        match files::open_with(&path, File::options().write(true).create_new(true)) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => seconds = seconds.saturating_add(1),
            opened => return Ok((path.clone(), opened.map_err(failed("write", &path))?)),
        }
    }
    Err(failed("write a file of events in", dir)(io::ErrorKind::AlreadyExists.into()))
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// A record of a file: the data with its length and the checksums of both.
fn record(data: &[u8]) -> Vec<u8> {
    let masked = |bytes: &[u8]| {
        let masked = crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8);
        masked.to_le_bytes()
    };
    let length = (data.len() as u64).to_le_bytes();
    [&length[..], &masked(&length), data, &masked(data)].concat()
}

/// An `Event` with one more field, a string or a message.
fn event(step: Option<u64>, field: u8, content: &[u8]) -> Vec<u8> {
    let mut event = vec![0x09];
    event.extend(since_1970().as_secs_f64().to_le_bytes());
    if let Some(step) = step {
        event.push(0x10);
        push_varint(&mut event, step);
    }
    push_bytes(&mut event, field, content);
    event
}

/// The `Event` of a row: a `Summary` with a value for each column.
fn values(row: &LogRow) -> Vec<u8> {
    let mut summary = Vec::new();
    let epoch = ("epoch", row.epoch as f64);
    for (tag, number) in [epoch].into_iter().chain(row.values.iter().map(|(name, value)| (&**name, *value))) {
        let mut value = Vec::new();
        push_bytes(&mut value, 1, tag.as_bytes());
        value.push(0x15);
        value.extend((number as f32).to_le_bytes());
        push_bytes(&mut summary, 1, &value);
    }
    event(Some(row.step), 5, &summary)
}

/// A field of bytes. Field numbers below 16 have a key of one byte.
fn push_bytes(message: &mut Vec<u8>, field: u8, bytes: &[u8]) {
    message.push((field << 3) | 2);
    push_varint(message, bytes.len() as u64);
    message.extend(bytes);
}

fn push_varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}
