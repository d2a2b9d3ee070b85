//! Rows as comma-separated values.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::lines::{LogLines, remove_after};
use super::row::LogRow;
use crate::training::error::TrainingError;

/// The first two columns.
const FIRST: [&str; 2] = ["step", "epoch"];

/// A table. A value with a new name adds a column.
#[derive(Debug)]
pub(super) struct CsvLog {
    lines: LogLines,
    /// The columns after the first two; `None` before the first row.
    columns: Option<Vec<String>>,
}

impl CsvLog {
    /// Opens the table, without the rows of steps after `last`.
    pub(super) fn open(path: PathBuf, last: u64) -> Result<Self, TrainingError> {
        let columns = remove_rows_after(&path, last)?;
        Ok(Self { lines: LogLines::open(path)?, columns })
    }

    pub(super) fn add(&mut self, row: &LogRow) -> Result<(), TrainingError> {
        let is_first = self.columns.is_none();
        let columns = self.columns.get_or_insert_default();
        // A row of watched numbers has values for each parameter, so the search must be fast.
        let known: HashSet<&str> = columns.iter().map(String::as_str).collect();
        let new = row.values.iter().map(|(name, _)| name).filter(|name| !known.contains(name.as_str()));
        let new: Vec<String> = new.cloned().collect();
        let added = new.len();
        columns.extend(new);
        if is_first {
            self.lines.add(&header(columns))?;
        } else if added > 0 {
            self.lines.widen(&header(columns), &",".repeat(added))?;
        }
        let values: HashMap<&str, f64> = row.values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let mut line = format!("{},{}", row.step, row.epoch);
        for column in &*columns {
            line.push(',');
            if let Some(value) = values.get(column.as_str()) {
                // The shortest digits from which parsing restores the same bits.
                line.push_str(&format!("{value:?}"));
            }
        }
        self.lines.add(&line)
    }

    pub(super) fn flush(&mut self) -> Result<(), TrainingError> {
        self.lines.flush()
    }
}

/// Removes the rows of steps after `last`. Returns the columns, if the first line has their names.
fn remove_rows_after(path: &Path, last: u64) -> Result<Option<Vec<String>>, TrainingError> {
    let mut columns = None;
    remove_after(path, last, |number, line| {
        if number == 0 {
            let mut names = header_of(line)?;
            columns = Some(names.split_off(FIRST.len()));
            return Some(None);
        }
        let (step, _) = line.split_once(',')?;
        step.parse().ok().map(Some)
    })?;
    Ok(columns)
}

/// The names of all columns, including the first two, in the first line; `None` if it is not a line of names.
pub(super) fn header_of(line: &str) -> Option<Vec<String>> {
    cells(line).filter(|names| names.iter().take(FIRST.len()).eq(FIRST.iter()))
}

/// The values of a row, with the names of their columns; `None` if the line is not a row.
pub(super) fn values(names: &[String], line: &str) -> Option<Vec<(String, f64)>> {
    let cells: Vec<&str> = line.split(',').collect();
    if cells.len() != names.len() {
        return None;
    }
    let given = names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
    given.map(|(name, cell)| Some((name.clone(), cell.parse().ok()?))).collect()
}

/// The line of the names.
fn header(columns: &[String]) -> String {
    let names = FIRST.into_iter().chain(columns.iter().map(|name| &**name));
    names.map(quoted).collect::<Vec<_>>().join(",")
}

/// A name as a cell. Names have no line breaks.
fn quoted(name: &str) -> String {
    let is_plain = !name.contains([',', '"']) && name.trim() == name;
    if is_plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// The names of a line; `None` if its quotes are not closed.
fn cells(line: &str) -> Option<Vec<String>> {
    let (mut cells, mut rest) = (Vec::new(), line);
    loop {
        let mut cell = String::new();
        let end = match rest.strip_prefix('"') {
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                cell.push_str(&rest[..end]);
                &rest[end..]
            }
            Some(mut inside) => loop {
                let (text, after) = inside.split_once('"')?;
                cell.push_str(text);
                // Two quotes mean one.
                match after.strip_prefix('"') {
                    None => break after,
                    Some(after) => {
                        cell.push('"');
                        inside = after;
                    }
                }
            },
        };
        cells.push(cell);
        match end.strip_prefix(',') {
            Some(next) => rest = next,
            None => return end.is_empty().then_some(cells),
        }
    }
}
