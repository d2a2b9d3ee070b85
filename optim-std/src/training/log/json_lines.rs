//! Rows as objects of JSON, one per line.

use std::fmt::Write;
use std::path::PathBuf;

use super::lines::{LogLines, remove_after};
use super::row::LogRow;
use crate::training::error::TrainingError;

/// The start of every line.
const START: &str = "{\"step\":";

/// A file of one object per line.
#[derive(Debug)]
pub(super) struct JsonLinesLog {
    lines: LogLines,
}

impl JsonLinesLog {
    /// Opens the file, without the rows of steps after `last`.
    pub(super) fn open(path: PathBuf, last: u64) -> Result<Self, TrainingError> {
        remove_after(&path, last, |_, line| {
            let rest = line.strip_prefix(START).filter(|rest| rest.ends_with('}'))?;
            rest.split([',', '}']).next()?.parse().ok().map(Some)
        })?;
        Ok(Self { lines: LogLines::open(path)? })
    }

    pub(super) fn add(&mut self, row: &LogRow) -> Result<(), TrainingError> {
        self.lines.add(&object(row))
    }

    pub(super) fn flush(&mut self) -> Result<(), TrainingError> {
        self.lines.flush()
    }
}

fn object(row: &LogRow) -> String {
    let mut text = format!("{START}{},\"epoch\":{}", row.step, row.epoch);
    for (name, value) in &row.values {
        text.push(',');
        push_string(&mut text, name);
        text.push(':');
        // The shortest digits that are read back to the same bits. JSON has no numbers that are not finite.
        let number = format!("{value:?}");
        if value.is_finite() { text.push_str(&number) } else { push_string(&mut text, &number) }
    }
    text.push('}');
    text
}

fn push_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            // Writing into a string does not fail.
            '\0'..=' ' if c != ' ' => drop(write!(text, "\\u{:04x}", u32::from(c))),
            _ => text.push(c),
        }
    }
    text.push('"');
}
