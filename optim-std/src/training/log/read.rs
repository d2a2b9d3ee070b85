//! Reads logs.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use optim_core::__private::nearest;
use optim_core::files;

use super::lines::{BUFFER, failed, of_file};
use super::{csv, json_lines};
use crate::training::error::TrainingError;

/// The distance of two neighbours in a column that counts as a gap, relative to the usual distance.
const GAP: f64 = 1.5;

/// The columns of a log that a run has written or is writing: a file of [`Log::csv`](super::Log::csv) or
/// [`Log::json_lines`](super::Log::json_lines), with the names that are listed at [`Log`](super::Log).
///
/// ```no_run
/// use optim_std::chart::Chart;
/// use optim_std::training::LoggedRun;
///
/// let (adam, muon) = (LoggedRun::open("runs/1/log.csv")?, LoggedRun::open("runs/2/log.csv")?);
/// let losses = Chart::new("loss").points("AdamW", adam.points("loss")?).points("Muon", muon.points("loss")?).log_y();
/// let norms = Chart::new("gradients").points("", muon.points("grad_norm")?).x_label("step");
/// std::fs::write("runs.svg", Chart::row(&[losses, norms]))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedRun {
    path: PathBuf,
    columns: Vec<(String, Vec<(f64, f64)>)>,
}

impl LoggedRun {
    /// Reads a log. An incomplete last line does not count, because its run may be writing it.
    ///
    /// # Errors
    ///
    /// [`TrainingError::LogFile`] if the file cannot be read, [`TrainingError::NotALog`] if it is not a log of these kinds.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TrainingError> {
        let path = path.as_ref();
        let mut reader = BufReader::with_capacity(BUFFER, files::open(path).map_err(of_file)?);
        let (mut run, mut line) = (Self { path: path.to_owned(), columns: Vec::new() }, Vec::new());
        // Column names of a table, from its first line.
        let mut names = None;
        for number in 1.. {
            line.clear();
            reader.read_until(b'\n', &mut line).map_err(failed("read", path))?;
            let Some(text) = line.strip_suffix(b"\n") else { break };
            let text = std::str::from_utf8(text).ok();
            let added = text.and_then(|text| match &names {
                None if number == 1 && !text.starts_with('{') => {
                    let header = csv::header_of(text)?;
                    run.columns.extend(header.iter().map(|name| (name.clone(), Vec::new())));
                    names = Some(header);
                    Some(())
                }
                None => run.add(json_lines::values(text)?),
                Some(names) => run.add(csv::values(names, text)?),
            });
            added.ok_or_else(|| TrainingError::NotALog { path: path.to_owned(), line: number })?;
        }
        Ok(run)
    }

    /// Adds a row; `None` if it does not begin with its step.
    fn add(&mut self, row: Vec<(String, f64)>) -> Option<()> {
        let step = row.first().filter(|(name, _)| name == "step")?.1;
        for (place, (name, value)) in row.into_iter().enumerate() {
            // Most rows have the same columns as the previous row.
            let same = self.columns.get(place).is_some_and(|(known, _)| *known == name);
            let known = if same { Some(place) } else { self.columns.iter().position(|(known, _)| *known == name) };
            match known {
                Some(known) => self.columns[known].1.push((step, value)),
                None => self.columns.push((name, vec![(step, value)])),
            }
        }
        Some(())
    }

    /// The names of the columns, in the order in which the run added them. `step` and `epoch` are the first.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &str> {
        self.columns.iter().map(|(name, _)| &**name)
    }

    /// The values of a column as `(step, value)`, for the steps that have one.
    ///
    /// # Errors
    ///
    /// [`TrainingError::UnknownColumn`]
    pub fn column(&self, name: &str) -> Result<&[(f64, f64)], TrainingError> {
        let found = self.columns.iter().find(|(known, _)| known == name);
        found.map(|(_, values)| &**values).ok_or_else(|| TrainingError::UnknownColumn {
            column: name.to_owned(),
            path: self.path.clone(),
            nearest: nearest(name, self.columns()),
            known: self.columns().map(str::to_owned).collect(),
        })
    }

    /// Returns the values of a column as a curve for [`Chart::points`](optim_core::chart::Chart::points). Steps without
    /// a value leave a gap. A column with values only at regular steps, such as every hundredth, has no gaps.
    ///
    /// # Errors
    ///
    /// [`TrainingError::UnknownColumn`]
    pub fn points(&self, name: &str) -> Result<Vec<(f64, f64)>, TrainingError> {
        let values = self.column(name)?;
        let mut distances: Vec<f64> = values.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
        distances.sort_by(f64::total_cmp);
        let usual = distances.get(distances.len() / 2).copied().unwrap_or(0.0);
        let mut points: Vec<(f64, f64)> = Vec::with_capacity(values.len());
        for (step, value) in values {
            if points.last().is_some_and(|(last, _)| step - last > GAP * usual) {
                points.push((f64::NAN, f64::NAN));
            }
            points.push((*step, *value));
        }
        Ok(points)
    }
}
