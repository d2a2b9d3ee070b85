//! Logs: a row of numbers for each step.
//!
//! | file | purpose |
//! |---|---|
//! | `row` | the columns of a step |
//! | `lines`, `csv`, `json_lines` | text files, and the removal of rows that a resumed run repeats |
//! | `read` | reading logs as columns |
//! | `tensorboard`, `crc32c` | events of TensorBoard |

mod crc32c;
mod csv;
mod json_lines;
mod lines;
mod read;
mod row;
mod tensorboard;

use std::fs;
use std::path::PathBuf;

use csv::CsvLog;
use json_lines::JsonLinesLog;
use optim_core::StepReport;
pub use read::LoggedRun;
use row::LogRow;
pub(super) use row::check_columns;
use tensorboard::TensorBoardLog;

use super::error::TrainingError;
use super::position::Position;

/// A log of a run, see [`Training::log`](super::Training::log): a row for each step, with the columns
///
/// | column | value |
/// |---|---|
/// | `step` | number of finished steps, this one included |
/// | `epoch` | the epoch, from 0 |
/// | `loss` | the loss before the step |
/// | `grad_norm` | the norm of the gradients, if the report of the step has one |
/// | `lr` | the learning rate that the step used; `lr/<group>` for each group, if several have members |
/// | `update_norm`, … | numbers of the whole model that the step was [watched](optim_core::Optimizer::watch) for; `update_norm/<parameter>` for each parameter; `output/<name>` a declared output with the name of another column |
/// | `score` | the [score](super::StepInfo::score), if the step has one |
/// | your own | the values of [`StepInfo::log`](super::StepInfo::log) |
///
/// ```
/// use optim_std::training::{Log, Training};
///
/// # type Run<'a> = Training<'a, optim_std::ndarray::Array1<f32>, optim_std::Optimizer<f32>>;
/// let run: Run<'_> = Training::new(100).log(Log::csv("run/log.csv")).log(Log::tensorboard("run").every(10));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    format: LogFormat,
    path: PathBuf,
    every: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LogFormat {
    Csv,
    JsonLines,
    TensorBoard,
}

impl Log {
    fn new(format: LogFormat, path: impl Into<PathBuf>) -> Self {
        Self { format, path: path.into(), every: 1 }
    }

    /// A table of comma-separated values. Its first line names the columns. A cell is empty if a step has no value. If a
    /// column first appears in a later step, the file is rewritten with it.
    ///
    /// Numbers have enough digits to restore the same bits, or are `NaN`, `inf` or `-inf`. Names with a comma or a quote are
    /// quoted.
    pub fn csv(path: impl Into<PathBuf>) -> Self {
        Self::new(LogFormat::Csv, path)
    }

    /// A file with a JSON object in each line. Numbers that are not finite are strings: `"NaN"`, `"inf"`, `"-inf"`.
    pub fn json_lines(path: impl Into<PathBuf>) -> Self {
        Self::new(LogFormat::JsonLines, path)
    }

    /// A directory of event files for TensorBoard, with a scalar for each column except `step`. TensorBoard stores
    /// `f32`.
    pub fn tensorboard(dir: impl Into<PathBuf>) -> Self {
        Self::new(LogFormat::TensorBoard, dir)
    }

    /// Writes a row after every `steps` steps. The default and the minimum are 1. A step with a score always has a row.
    #[must_use]
    pub fn every(mut self, steps: u64) -> Self {
        self.every = steps;
        self
    }

    /// Refuses an earlier run's log.
    fn check_free(&self) -> Result<(), TrainingError> {
        let is_taken = match self.format {
            LogFormat::TensorBoard => tensorboard::has_events(&self.path)?,
            // A link whose target does not exist is also in use.
            LogFormat::Csv | LogFormat::JsonLines => fs::symlink_metadata(&self.path).is_ok(),
        };
        if is_taken { Err(TrainingError::LogOccupied { path: self.path.clone() }) } else { Ok(()) }
    }

    fn open(self, resumed: Option<u64>) -> Result<OpenLog, TrainingError> {
        let last = resumed.unwrap_or(0);
        let file = match self.format {
            LogFormat::Csv => LogOutput::Csv(CsvLog::open(self.path, last)?),
            LogFormat::JsonLines => LogOutput::JsonLines(JsonLinesLog::open(self.path, last)?),
            LogFormat::TensorBoard => LogOutput::TensorBoard(TensorBoardLog::open(self.path, resumed)?),
        };
        Ok(OpenLog { file, every: self.every })
    }
}

/// Refuses settings of logs that are not valid.
pub(super) fn check(logs: &[Log]) -> Result<(), TrainingError> {
    for (place, log) in logs.iter().enumerate() {
        if log.every == 0 {
            return Err(TrainingError::Setting { setting: "Log::every(0)", reason: "expected at least 1" });
        }
        if logs[..place].iter().any(|other| other.path == log.path) {
            return Err(TrainingError::LogTwice { path: log.path.clone() });
        }
    }
    Ok(())
}

/// Refuses earlier runs' logs, for a run that does not resume.
pub(super) fn check_free(logs: &[Log]) -> Result<(), TrainingError> {
    logs.iter().try_for_each(Log::check_free)
}

/// An open log.
#[derive(Debug)]
struct OpenLog {
    file: LogOutput,
    every: u64,
}

#[derive(Debug)]
enum LogOutput {
    Csv(CsvLog),
    JsonLines(JsonLinesLog),
    TensorBoard(TensorBoardLog),
}

/// The logs of a run.
#[derive(Debug)]
pub(super) struct OpenLogs(Vec<OpenLog>);

impl OpenLogs {
    /// Opens the logs. If the run resumes, without the rows of steps after its checkpoint.
    pub(super) fn open(logs: Vec<Log>, resumed: Option<u64>) -> Result<Self, TrainingError> {
        logs.into_iter().map(|log| log.open(resumed)).collect::<Result<_, _>>().map(Self)
    }

    /// Adds the row of a step that began at a position.
    pub(super) fn add(
        &mut self,
        at: Position,
        loss: f64,
        report: &StepReport,
        score: Option<f64>,
        columns: Vec<(String, f64)>,
    ) -> Result<(), TrainingError> {
        let step = at.step.saturating_add(1);
        let is_due = |log: &OpenLog| score.is_some() || step.checked_rem(log.every) == Some(0);
        if !self.0.iter().any(is_due) {
            return Ok(());
        }
        let row = LogRow::new(at, loss, report, score, columns);
        self.0.iter_mut().filter(|log| is_due(log)).try_for_each(|log| match &mut log.file {
            LogOutput::Csv(file) => file.add(&row),
            LogOutput::JsonLines(file) => file.add(&row),
            LogOutput::TensorBoard(file) => file.add(&row),
        })
    }

    /// Writes all rows to the disk.
    pub(super) fn flush(&mut self) -> Result<(), TrainingError> {
        self.0.iter_mut().try_for_each(|log| match &mut log.file {
            LogOutput::Csv(file) => file.flush(),
            LogOutput::JsonLines(file) => file.flush(),
            LogOutput::TensorBoard(file) => file.flush(),
        })
    }
}
