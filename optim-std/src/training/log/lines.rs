//! Text files with one line per row. New rows are appended.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use optim_core::files::{self, FileError};

use crate::training::error::TrainingError;
use crate::training::file_name::target_of;

/// The number of bytes that are read at a time.
pub(super) const BUFFER: usize = 1 << 16;

/// A text file to which lines are appended. Lines are buffered, and [`flush`](Self::flush) writes them.
#[derive(Debug)]
pub(super) struct LogLines {
    path: PathBuf,
    file: BufWriter<File>,
}

/// The error of an action on a log.
pub(super) fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TrainingError {
    move |source| TrainingError::LogFile { action, path: path.to_owned(), source }
}

impl LogLines {
    /// Opens the file, or creates it.
    pub(super) fn open(path: PathBuf) -> Result<Self, TrainingError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed("make", folder))?;
        }
        let file = append(&path)?;
        Ok(Self { path, file })
    }

    /// Adds a line. The text has no line break.
    pub(super) fn add(&mut self, line: &str) -> Result<(), TrainingError> {
        writeln!(self.file, "{line}").map_err(failed("write", &self.path))
    }

    /// Writes all lines to the disk.
    pub(super) fn flush(&mut self) -> Result<(), TrainingError> {
        let flushed = self.file.flush().and_then(|()| self.file.get_ref().sync_data());
        flushed.map_err(failed("write", &self.path))
    }

    /// Replaces the first line, and appends a text to all other lines.
    pub(super) fn widen(&mut self, first: &str, end: &str) -> Result<(), TrainingError> {
        self.file.flush().map_err(failed("write", &self.path))?;
        let error = |error| FileError::new("read", &self.path, error);
        let widened = files::replace(&self.path, |out| {
            let mut old = BufReader::with_capacity(BUFFER, files::open(&self.path)?);
            let mut line = Vec::new();
            writeln!(out, "{first}").map_err(error)?;
            old.read_until(b'\n', &mut line).map_err(error)?;
            loop {
                line.clear();
                if old.read_until(b'\n', &mut line).map_err(error)? == 0 {
                    return Ok::<(), FileError>(());
                }
                let text = line.strip_suffix(b"\n").unwrap_or(&line);
                out.write_all(text).and_then(|()| writeln!(out, "{end}")).map_err(error)?;
            }
        });
        widened.map_err(of_file)?;
        // The file that was open has been replaced by another one.
        self.file = append(&self.path)?;
        Ok(())
    }
}

fn append(path: &Path) -> Result<BufWriter<File>, TrainingError> {
    let file = files::open_with(path, File::options().create(true).append(true));
    Ok(BufWriter::with_capacity(BUFFER, file.map_err(failed("write", path))?))
}

pub(super) fn of_file(FileError { action, path, error, .. }: FileError) -> TrainingError {
    TrainingError::LogFile { action, path, source: error }
}

/// Removes temporary files of a process that ended while it replaced the file.
fn remove_leftovers(path: &Path) {
    let Some(name) = path.file_name() else { return };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| target_of(&entry.file_name()).is_some_and(|target| target == name)) {
        // A file that cannot be removed does no harm.
        drop(fs::remove_file(entry.path()));
    }
}

/// Removes the rows of steps after `last`, and an incomplete line at the end. `step_of` gets each line and its number,
/// from 0. It returns `None` if the line does not belong to a log, and `Some(None)` if it has no step.
///
/// Rows are written in order, so everything from the first row of a later step is removed.
pub(super) fn remove_after(
    path: &Path,
    last: u64,
    mut step_of: impl FnMut(u64, &str) -> Option<Option<u64>>,
) -> Result<(), TrainingError> {
    let file = match files::open(path) {
        // The log is new, or a user has deleted it.
        Err(error) if error.error.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened.map_err(of_file)?,
    };
    remove_leftovers(path);
    let mut reader = BufReader::with_capacity(BUFFER, file);
    let (mut line, mut kept) = (Vec::new(), 0);
    for number in 0.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(failed("read", path))?;
        if length == 0 {
            return Ok(());
        }
        let Some(text) = line.strip_suffix(b"\n") else { break };
        let step = std::str::from_utf8(text).ok().and_then(|text| step_of(number, text));
        match step {
            None => return Err(TrainingError::NotALog { path: path.to_owned(), line: number.saturating_add(1) }),
            Some(Some(step)) if step > last => break,
            Some(_) => kept += length as u64,
        }
    }
    let kept = files::replace(path, |out| {
        let old = files::open(path)?;
        io::copy(&mut old.take(kept), out).map_err(|error| FileError::new("write", path, error))
    });
    kept.map(drop).map_err(of_file)
}
