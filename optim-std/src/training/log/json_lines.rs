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
        // The shortest digits from which parsing restores the same bits. JSON has no infinity and no NaN.
        let number = format!("{value:?}");
        if value.is_finite() { text.push_str(&number) } else { push_string(&mut text, &number) }
    }
    text.push('}');
    text
}

/// The values of an object, with their names; `None` if it has anything but numbers.
pub(super) fn values(line: &str) -> Option<Vec<(String, f64)>> {
    let mut rest = line.strip_prefix('{')?.strip_suffix('}')?;
    let mut values = Vec::new();
    loop {
        let (name, after) = string(rest)?;
        let after = after.trim_start().strip_prefix(':')?.trim_start();
        let (number, after) = match string(after) {
            Some((number, after)) => (number, after),
            None => {
                let end = after.find(',').unwrap_or(after.len());
                (after[..end].trim().to_owned(), &after[end..])
            }
        };
        values.push((name, number.parse().ok()?));
        match after.trim_start().strip_prefix(',') {
            Some(next) => rest = next,
            None => return after.trim().is_empty().then_some(values),
        }
    }
}

/// The string at the start of a text, and the text after it.
fn string(text: &str) -> Option<(String, &str)> {
    let (mut string, mut chars) = (String::new(), text.trim_start().strip_prefix('"')?.chars());
    loop {
        match chars.next()? {
            '"' => return Some((string, chars.as_str())),
            '\\' => string.push(match chars.next()? {
                'n' => '\n',
                't' => '\t',
                'u' => {
                    // Names have no characters that need two escapes.
                    let code = u32::from_str_radix(chars.as_str().get(..4)?, 16).ok()?;
                    chars = chars.as_str()[4..].chars();
                    char::from_u32(code)?
                }
                other => other,
            }),
            other => string.push(other),
        }
    }
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
